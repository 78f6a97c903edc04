import { allAccount, projects as contract, numberAll, projectStatuses } from '@alo/contract';
import { Status, type StatusTone } from '@alo/ui';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf } from '../../resource/fields/choices.tsx';
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
      hint: 'Để biết số nào của dự án nào. Cuộc gọi vẫn đi theo quy tắc gọi vào và gọi ra.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Thời gian', fields: [['starts_on', 'ends_on']] },
    {
      title: 'Người và đầu số',
      help: 'Ai làm dự án này, và những số dành cho nó.',
      fields: ['member_ids', 'number_ids'],
    },
  ],
  filters: [
    only('status', oneOf('Trạng thái', projectStatuses)),
    only('member_id', reference('Thành viên', allAccount)),
  ],
});
