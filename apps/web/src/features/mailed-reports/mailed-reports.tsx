import {
  allAccount,
  mailedReports as contract,
  filtersOf,
  type MailedReport,
  mailedEvery,
  mailedFormats,
  mailedKind,
  mailedKinds,
  mailedSpans,
  weekdays,
} from '@alo/contract';
import { Status } from '@alo/ui';
import { useSearch } from '@tanstack/react-router';

import { Fragment } from 'react';

import { useMe } from '../../kit/me/me.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { references } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { time } from '../../resource/fields/times.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { narrowing } from './narrowing.tsx';
import { ReportLinks } from './report-links.tsx';
import { SendingLog } from './sending-log.tsx';

type Draft = Readonly<Record<string, unknown>>;

const atWork = { on: 'Đang gửi', off: 'Đang tắt' };
const isEvery =
  (which: keyof typeof mailedEvery) =>
  ({ every }: Draft) =>
    every === which;

/** What a report's page hands over; who saves a report has it first of all. */
function useStart() {
  const { report, filters } = useSearch({ strict: false }) as { report?: string; filters?: string };
  const me = useMe();
  const kind = mailedKind.safeParse(report).data;
  if (me === undefined) return { data: undefined };
  return {
    data: {
      active: true,
      at_time: '08:00',
      person_ids: [me.id],
      ...(kind !== undefined && {
        report: kind,
        filters: filtersOf(kind, Object.fromEntries(new URLSearchParams(filters ?? ''))),
      }),
    },
  };
}

/** `Mỗi tuần, Thứ Hai 08:00` */
function whenOf({ every, weekday, month_day: day, at_time: at }: MailedReport): string {
  const on = every === 'week' ? `, ${weekdays[weekday]}` : every === 'month' ? `, ngày ${day}` : '';
  return `${mailedEvery[every]}${on} ${at}`;
}

export default adminResource({
  contract,
  noun: 'báo cáo qua thư',
  purpose:
    'Báo cáo tự đến hộp thư mỗi ngày, tuần hay tháng: đúng số liệu như trên màn hình, dạng PDF, Excel hoặc CSV. Mở một báo cáo, chọn bộ lọc rồi bấm Gửi định kỳ.',
  useStart,
  landing: ({ id }) => ({ id }),
  Aside: ({ row }) => (
    <Fragment key={row.id}>
      <SendingLog row={row} />
      <ReportLinks row={row} />
    </Fragment>
  ),
  columns: {
    name: 'Tên',
    report: { label: 'Báo cáo', render: (report) => mailedKinds[report] },
    every: { label: 'Gửi', sortable: false, render: (_, row) => whenOf(row) },
    person_names: {
      label: 'Người nhận',
      sortable: false,
      render: (names, { outside }) => [...names, outside].filter(Boolean).join(', ') || '–',
    },
    active: {
      label: 'Trạng thái',
      render: (on, { paused_why: why }) =>
        why === '' ? (
          <Status tone={on ? 'ready' : 'offline'}>{on ? atWork.on : atWork.off}</Status>
        ) : (
          <Status tone="paused">Đã dừng</Status>
        ),
    },
    due_at: { label: 'Lần tới', render: (at) => (at === null ? '–' : <Moment at={at} />) },
    last_at: {
      label: 'Lần gần nhất',
      sortable: false,
      hidden: true,
      render: (at) => (at === null ? '–' : <Moment at={at} />),
    },
    sender_name: { label: 'Gửi với quyền của', sortable: false, hidden: true },
  },
  fields: {
    name: text('Tên', { placeholder: 'Giờ cao điểm tuần trước' }),
    active: onOff('Trạng thái', { ...atWork, blank: true }),
    report: oneOf('Báo cáo', mailedKinds),
    filters: narrowing('Nhóm và lọc theo'),
    span: oneOf('Số liệu của', mailedSpans, { blank: 'yesterday' }),
    format: oneOf('Tệp', mailedFormats, { blank: 'pdf' }),
    every: oneOf('Gửi', mailedEvery, { blank: 'day' }),
    weekday: oneOf('Thứ', weekdays, { blank: '1' }),
    month_day: number('Ngày', { blank: 1, hint: 'Tháng ngắn hơn: gửi ngày cuối tháng.' }),
    at_time: time('Lúc'),
    person_ids: references('Người nhận', allAccount),
    outside: textarea('Email ngoài công ty', {
      hint: 'Mỗi dòng một địa chỉ. Chỉ vai trò có quyền “Gửi ra ngoài công ty” mới gửi được.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Gửi số liệu nào', fields: ['report', 'filters', ['span', 'format']] },
    {
      title: 'Khi nào',
      help: 'Theo giờ của công ty.',
      fields: ['every', ['weekday', 'month_day'], 'at_time'],
      only: { weekday: isEvery('week'), month_day: isEvery('month') },
    },
    {
      title: 'Gửi cho ai',
      help: 'Báo cáo có những số liệu mà người lưu sau cùng được xuất, xét lại ở mỗi lần gửi. Mất quyền thì dừng và báo ở chuông.',
      fields: ['person_ids', 'outside'],
    },
    { title: 'Khác', fields: ['note'] },
  ],
  filters: [only('report', oneOf('Báo cáo', mailedKinds))],
});
