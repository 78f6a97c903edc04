import {
  type Message,
  messageChannels,
  messageFigures,
  messageSources,
  messageStates,
  type RequestOf,
  sendMessageAgain,
  sentMessages,
} from '@alo/contract';
import { Button, buttonClass, type Column, State, Status } from '@alo/ui';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { messageTones } from '../../domain/messages/message-words.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { count, share, total } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { Page } from '../../resource/page/page.tsx';

const filters = [
  period('from', 'to', 'Thời gian'),
  only('state', oneOf('Trạng thái', messageStates)),
  only('channel', oneOf('Kênh', messageChannels)),
  only('source', oneOf('Gửi từ', messageSources)),
];

const dash = <span aria-hidden>–</span>;

const columns: readonly Column<Message>[] = [
  { id: 'created_at', label: 'Thời gian', width: 130, cell: ({ created_at: at }) => <Moment at={at} /> },
  {
    id: 'customer_name',
    label: 'Khách',
    width: 200,
    cell: ({ customer_name: name, recipient, channel }) => {
      const to = channel === 'mail' ? recipient : groupedPhone(recipient);
      return name === '' ? to : `${name} · ${to}`;
    },
  },
  { id: 'channel', label: 'Kênh', width: 80, cell: ({ channel }) => messageChannels[channel] },
  { id: 'text', label: 'Nội dung', cell: ({ text }) => <span title={text}>{text}</span> },
  {
    id: 'state',
    label: 'Trạng thái',
    width: 150,
    cell: ({ state, sandbox }) => (
      <Status tone={messageTones[state]}>{sandbox ? `${messageStates[state]} (thử)` : messageStates[state]}</Status>
    ),
  },
  {
    id: 'answer',
    label: 'Lý do, trả lời',
    cell: ({ answer }) => (answer ? <span title={answer}>{answer}</span> : dash),
  },
  { id: 'source', label: 'Gửi từ', width: 120, cell: ({ source }) => messageSources[source] },
  { id: 'template_name', label: 'Mẫu', hidden: true, cell: ({ template_name: name }) => name },
  { id: 'provider_name', label: 'Nhà cung cấp', hidden: true, cell: ({ provider_name: name }) => name },
  { id: 'by_name', label: 'Người gửi', hidden: true, cell: ({ by_name: name }) => name ?? dash },
  { id: 'attempts', label: 'Số lần thử', numeric: true, hidden: true, cell: ({ attempts }) => count(attempts) },
  {
    id: 'cost',
    label: 'Giá',
    numeric: true,
    hidden: true,
    cell: ({ cost }) => (cost === null ? dash : `${count(cost)} ₫`),
  },
];

/** /messages: what customers were written, newest first, and what became of it. What the sandbox has is here and nowhere else. */
export default function MessagesPage() {
  const read = useRead();
  const may = useMay();
  const list = useListState(filters.flatMap(({ names }) => names));
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(list.state) as RequestOf<typeof sentMessages>['query'];
  const answer = useQuery({
    ...read(sentMessages, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'waiting') ? 3_000 : false),
  });
  const { from, to } = query;
  const { data: figures } = useQuery({
    ...read(messageFigures, { query: { from, to } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Tin nhắn cho khách" count={answer.data && total(answer.data)}>
      <FiguresStrip
        figures={[
          { name: 'Đã gửi', formula: 'Tin mà nhà cung cấp đã nhận', value: figures && count(figures.sent) },
          {
            name: 'Khách đã nhận',
            formula: 'Tin có báo cáo đã đến ÷ tin đã gửi',
            value: figures && share(figures.delivered, figures.sent),
            of: figures && figures.sent > 0 ? `${count(figures.delivered)}/${count(figures.sent)}` : undefined,
          },
          {
            name: 'Không gửi được',
            formula: 'Tin mà nhà cung cấp không nhận sau mọi lần thử, hoặc báo là không đến',
            value: figures && count(figures.failed),
          },
          {
            name: 'Luật, khách chặn',
            formula: 'Tin không được gửi: luật quảng cáo, khách từ chối, không có số để nhắn',
            value: figures && count(figures.refused),
          },
          { name: 'Chi phí', formula: 'Theo nhà cung cấp báo', value: figures && `${count(figures.cost)} ₫` },
        ]}
      />
      <ListSurface
        name="/messages"
        caption="Tin nhắn cho khách"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm tên khách hoặc đúng số điện thoại"
        filters={filters}
        actions={(row) => <Again row={row} />}
        empty={
          <State
            drawing="empty"
            title="Chưa có tin nào"
            action={
              may('message-templates.create') && (
                <Link to="/message-template/add" className={buttonClass('default')}>
                  Viết mẫu tin
                </Link>
              )
            }
          >
            Tin gửi từ hồ sơ khách, chiến dịch và tự động hoá sẽ ở đây, cùng lý do của những tin không được gửi.
          </State>
        }
      />
    </Page>
  );
}

function Again({ row: { id, state, customer_name: name, recipient } }: { row: Message }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const may = useMay();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(sendMessageAgain, { params: { id } }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(sentMessages),
  });
  if (state !== 'failed' || !may(sendMessageAgain.access)) return null;
  return (
    <Button size="sm" busy={isPending} aria-label={`Gửi lại cho ${name || recipient}`} onClick={() => mutate()}>
      Gửi lại
    </Button>
  );
}
