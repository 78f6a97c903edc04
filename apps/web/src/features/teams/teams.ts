import { allDepartment, teams as contract } from '@alo/contract';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'nhóm',
  purpose: 'Nhóm là đội nhỏ trong một phòng ban, có chung mục tiêu.',
  columns: {
    name: 'Tên nhóm',
    department_name: 'Phòng ban',
    account_count: { label: 'Thành viên', numeric: true },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên nhóm'),
    department_id: reference('Phòng ban', allDepartment),
    note: textarea('Ghi chú'),
  },
  filters: [only('department_id', reference('Phòng ban', allDepartment))],
});
