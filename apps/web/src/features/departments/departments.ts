import { branches, departments as contract } from '@alo/contract';

import { adminResource } from '../../shared/resource/admin-resource.tsx';
import { reference, text, textarea } from '../../shared/resource/field.tsx';

export default adminResource({
  contract,
  noun: 'phòng ban',
  purpose: 'Phòng ban gom các nhóm và nhân viên, để phân quyền và xem báo cáo theo từng bộ phận.',
  columns: {
    name: 'Tên phòng ban',
    code: 'Mã',
    branch_name: 'Chi nhánh',
    team_count: { label: 'Nhóm', numeric: true },
    account_count: { label: 'Nhân viên', numeric: true },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên phòng ban'),
    code: text('Mã', { hint: 'Ngắn, không dấu cách. Ví dụ CSKH.' }),
    branch_id: reference('Chi nhánh', branches.list),
    note: textarea('Ghi chú'),
  },
  filters: { branch_id: { label: 'Chi nhánh', choices: branches.list } },
});
