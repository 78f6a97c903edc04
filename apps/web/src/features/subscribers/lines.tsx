import type { extensions, RowOf } from '@alo/contract';
import type { ReactNode } from 'react';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { AroundLines, LastCall, LineDetails, LinePhones, LineState } from './lines-now.tsx';
import subscribers from './subscribers.tsx';

type Row = RowOf<typeof extensions>;

const Always = subscribers.fields.forward_always.Show;

/** What keeps a line from ringing, or leads its calls elsewhere. */
function diversionOf(row: Row): ReactNode {
  if (row.do_not_disturb) return 'Không làm phiền';
  if (row.forward_always) return <Always value={row.forward_always} />;
  const some = [row.forward_busy && 'bận', row.forward_no_answer && 'không nghe', row.forward_offline && 'mất kết nối'];
  const words = some.filter((word) => typeof word === 'string');
  return words.length === 0 ? '–' : `Chuyển khi ${words.join(', ')}`;
}

/** The same extensions as lines: who can be reached where at this moment. */
export default adminResource({
  ...subscribers,
  Aside: ({ row }) => <LineDetails id={row.id} />,
  columns: {
    number: { label: 'Máy nhánh' },
    name: 'Tên',
    // Mostly what the line is called, too.
    person_name: { label: 'Nhân viên', hidden: true, render: (name) => name ?? '–' },
    do_not_disturb: { label: 'Chuyển tiếp', sortable: false, render: (_, row) => diversionOf(row) },
    updated_at: { label: 'Cập nhật', hidden: true, render: (at) => <Moment at={at} /> },
  },
  beside: {
    Around: AroundLines,
    columns: [
      { id: 'state_now', label: 'Trạng thái', cell: ({ id }) => <LineState id={id} /> },
      { id: 'phones_now', label: 'Thiết bị', cell: ({ id }) => <LinePhones id={id} /> },
      { id: 'last_call', label: 'Cuộc gọi gần nhất', width: 200, cell: ({ id }) => <LastCall id={id} /> },
    ],
  },
});
