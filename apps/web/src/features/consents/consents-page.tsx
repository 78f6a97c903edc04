import {
  addConsent,
  type ConsentLine,
  callDetail,
  consentLines,
  consentSound,
  consentSources,
  consentSubjects,
  consentWords,
  exportConsents,
  type RequestOf,
} from '@alo/contract';
import { Button, type Column, State, Status } from '@alo/ui';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import { FilePlayer } from '../../domain/sound/file-player.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { saveFile } from '../../kit/browser/save-file.ts';
import { total } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { Page } from '../../resource/page/page.tsx';

const filters = [
  period('from', 'to', 'Thời gian'),
  only('purpose', oneOf('Việc', consentSubjects)),
  only('given', oneOf('Khách nói', { 0: 'Từ chối', 1: 'Đồng ý' })),
  only('way', oneOf('Bằng cách', consentSources)),
];
const dash = <span aria-hidden>–</span>;

const soundWords = { waiting: 'Đang cắt', kept: 'Có', none: 'Không có', erased: 'Đã xoá' } as const;

const columnsFor = ({
  mayOpen,
  mayListen,
}: {
  mayOpen: boolean;
  mayListen: boolean;
}): readonly Column<ConsentLine>[] => [
  { id: 'created_at', label: 'Thời gian', width: 130, cell: ({ created_at: at }) => <Moment at={at} /> },
  {
    id: 'customer_name',
    label: 'Khách hàng',
    width: 150,
    cell: ({ customer_name: name, customer_id: id }) =>
      name === '' || id === null ? (
        dash
      ) : (
        <Link to="/customer/edit/$id" params={{ id }}>
          {name}
        </Link>
      ),
  },
  {
    id: 'phone',
    label: 'Số điện thoại',
    width: 150,
    cell: ({ phone, erased }) =>
      erased ? 'Đã xoá theo yêu cầu' : phone === '' ? dash : <PhoneNumber number={phone} />,
  },
  { id: 'purpose', label: 'Việc', width: 130, cell: ({ purpose }) => consentSubjects[purpose] },
  {
    id: 'given',
    label: 'Khách nói',
    width: 120,
    cell: (line) => <Status tone={line.given ? 'ready' : 'bad'}>{consentWords(line)}</Status>,
  },
  {
    id: 'way',
    label: 'Bằng cách',
    width: 150,
    cell: ({ way }) => <span title={consentSources[way]}>{consentSources[way]}</span>,
  },
  {
    id: 'evidence',
    label: 'Bằng chứng',
    cell: ({ evidence }) => (evidence === '' ? dash : <span title={evidence}>{evidence}</span>),
  },
  { id: 'campaign_name', label: 'Chiến dịch', hidden: true, cell: ({ campaign_name: name }) => name || dash },
  {
    id: 'played',
    label: 'Lời đã phát',
    hidden: true,
    cell: ({ played, played_sha256: digest }) =>
      played === '' ? dash : <span title={`${played}\nSHA-256 ${digest}`}>{played}</span>,
  },
  {
    id: 'sound',
    label: 'Âm thanh',
    width: 90,
    cell: ({ id, sound, sound_why: why, sound_sha256: digest }) =>
      sound === null ? (
        dash
      ) : sound === 'kept' && mayListen ? (
        <span title={`SHA-256 ${digest}`}>
          <Sound id={id} />
        </span>
      ) : (
        <span title={why}>{soundWords[sound]}</span>
      ),
  },
  {
    id: 'call_id',
    label: 'Cuộc gọi',
    width: 80,
    cell: ({ call_id: call }) =>
      mayOpen && call !== null ? (
        <Link to="/call-history" search={{ id: call }}>
          Xem
        </Link>
      ) : (
        dash
      ),
  },
  { id: 'by_name', label: 'Người ghi', hidden: true, cell: ({ by_name: name }) => name ?? dash },
];

/** /consents: what people agreed to and refused, newest first, with what proves it. */
export default function ConsentsPage() {
  const read = useRead();
  const may = useMay();
  const list = useListState(filters.flatMap(({ names }) => names));
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(list.state) as RequestOf<typeof consentLines>['query'];
  const answer = useQuery({ ...read(consentLines, { query }), placeholderData: keepPreviousData });
  return (
    <Page title="Đồng ý và từ chối" count={answer.data && total(answer.data)}>
      <ListSurface
        name="/consents"
        caption="Đồng ý và từ chối"
        list={list}
        answer={answer}
        columns={columnsFor({ mayOpen: may(callDetail.access), mayListen: may(consentSound.access) })}
        searchLabel="Tìm đúng số, tên khách hoặc chiến dịch"
        filters={filters}
        tools={
          may(exportConsents.access) && (
            <ExportMenu endpoint={exportConsents} query={listQueryOf(list.state)} name="dong-y-tu-choi" />
          )
        }
        actions={(row) => row.sound === 'kept' && may(consentSound.access) && <TakeSound id={row.id} />}
        empty={
          <State drawing="empty" title="Chưa ai đồng ý hay từ chối điều gì">
            {may(addConsent.access)
              ? 'Mỗi lần khách bấm phím, nhắn tin, nói với nhân viên, hay được đánh dấu từ chối là một dòng ở đây, không ai sửa hay xoá được.'
              : 'Những gì khách đồng ý hoặc từ chối sẽ ở đây, không ai sửa hay xoá được.'}
          </State>
        }
      />
    </Page>
  );
}

function Sound({ id }: { id: string }) {
  const { api } = useConsole();
  return <FilePlayer label="Nghe đoạn bấm phím" load={() => api.file(consentSound, { params: { id } })} />;
}

function TakeSound({ id }: { id: string }) {
  const { api, toasts } = useConsole();
  const take = useMutation({
    mutationFn: async () => saveFile(await api.file(consentSound, { params: { id } }), `bang-chung-${id}`),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  return (
    <Button size="sm" busy={take.isPending} onClick={() => take.mutate()}>
      Tải âm thanh
    </Button>
  );
}
