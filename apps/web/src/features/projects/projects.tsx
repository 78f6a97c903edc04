import { allAccount, projects as contract, historiesCall, numberAll, projectStatuses } from '@alo/contract';
import { buttonClass, Status, type StatusTone } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { useMay } from '../../kit/me/me.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { day } from '../../resource/fields/times.tsx';

const tones: Record<keyof typeof projectStatuses, StatusTone> = {
  planned: 'offline',
  running: 'ready',
  paused: 'paused',
  ended: 'offline',
};

export default adminResource({
  contract,
  noun: 'dự án',
  purpose: 'Dự án gom khách hàng, nhân viên và đầu số của một việc có ngày bắt đầu và kết thúc.',
  Aside: ({ row }) => <ProjectCalls id={row.id} />,
  columns: {
    name: 'Tên dự án',
    code: 'Mã',
    status: {
      label: 'Trạng thái',
      render: (status) => <Status tone={tones[status]}>{projectStatuses[status]}</Status>,
    },
    starts_on: 'Bắt đầu',
    ends_on: 'Kết thúc',
    member_names: { label: 'Thành viên', sortable: false, render: (names) => names.join(', ') || '–' },
    number_names: { label: 'Đầu số', sortable: false, hidden: true, render: (names) => names.join(', ') || '–' },
    members_only: { label: 'Chỉ thành viên gọi ra', hidden: true, render: (only) => (only ? 'Có' : 'Không') },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên dự án'),
    code: text('Mã', { unique: true, hint: 'Ngắn, không dấu cách. Ví dụ TET-2027.' }),
    status: oneOf('Trạng thái', projectStatuses, { blank: 'planned' }),
    starts_on: day('Ngày bắt đầu'),
    ends_on: day('Ngày kết thúc'),
    member_ids: references('Thành viên', allAccount),
    number_ids: references('Đầu số', numberAll, {
      hint: 'Theo thứ tự dùng. Quy tắc gọi ra phải có số này.',
    }),
    members_only: onOff('Chỉ thành viên gọi ra bằng các số này', {
      on: 'Có',
      off: 'Không',
      hint: 'Tắt: ai được dùng đầu số thì gọi được.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Thời gian', fields: [['starts_on', 'ends_on']] },
    {
      title: 'Người và đầu số',
      help: 'Khi dự án đang chạy: thành viên gọi khách của dự án từ màn hình thì khách thấy số của dự án; ai nghe cuộc gọi đến số này thấy tên dự án. Cuộc gọi đến đi theo quy tắc gọi vào.',
      fields: ['member_ids', 'number_ids', 'members_only'],
    },
  ],
  filters: [
    only('status', oneOf('Trạng thái', projectStatuses)),
    only('member_id', reference('Thành viên', allAccount)),
  ],
});

/** The way to the calls that came by its numbers or showed them. */
function ProjectCalls({ id }: { id: string }) {
  const may = useMay();
  if (!may(historiesCall.access)) return null;
  return (
    <Link to="/call-history" search={{ project_id: id }} className={buttonClass('quiet', 'sm')}>
      Cuộc gọi qua số của dự án
    </Link>
  );
}
