import { allDepartment, teams as contract } from '@alo/contract';

import { adminResource } from '../../shared/resource/admin-resource.tsx';
import { reference, text, textarea } from '../../shared/resource/field.tsx';

export default adminResource({
  contract,
  noun: 'nhóm',
  purpose: 'Nhóm là đội nhỏ trong một phòng ban, có chung lịch trực và mục tiêu.',
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
  filters: { department_id: { label: 'Phòng ban', choices: allDepartment } },
});
