import { allAccount, allDepartment, teams as contract } from '@alo/contract';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'nhóm',
  purpose: 'Nhóm là đội nhỏ trong một phòng ban, có chung mục tiêu.',
  columns: {
    name: 'Tên nhóm',
    department_name: 'Phòng ban',
    leader_names: { label: 'Trưởng nhóm', sortable: false, render: (names) => names.join(', ') || '–' },
    account_count: { label: 'Thành viên', numeric: true },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên nhóm'),
    department_id: reference('Phòng ban', allDepartment),
    leader_ids: references('Trưởng nhóm', allAccount),
    people_ids: references('Thành viên', allAccount, {
      unique: true,
      hint: 'Mỗi người thuộc một nhóm: ai được chọn sẽ rời nhóm cũ, và về phòng ban của nhóm này.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [{ title: 'Người', fields: ['leader_ids', 'people_ids'] }],
  filters: [only('department_id', reference('Phòng ban', allDepartment))],
});
