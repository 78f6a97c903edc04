import { allAccount, branches, departments as contract } from '@alo/contract';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'phòng ban',
  purpose: 'Phòng ban gom các nhóm và nhân viên, để phân quyền và xem báo cáo theo từng bộ phận.',
  columns: {
    name: 'Tên phòng ban',
    code: 'Mã',
    branch_name: 'Chi nhánh',
    leader_names: { label: 'Trưởng phòng', sortable: false, render: (names) => names.join(', ') || '–' },
    team_count: { label: 'Nhóm', numeric: true },
    account_count: { label: 'Nhân viên', numeric: true },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên phòng ban'),
    code: text('Mã', { unique: true, hint: 'Ngắn, không dấu cách. Ví dụ CSKH.' }),
    branch_id: reference('Chi nhánh', branches.list),
    leader_ids: references('Trưởng phòng', allAccount),
    people_ids: references('Nhân viên', allAccount, {
      unique: true,
      hint: 'Mỗi người thuộc một phòng ban. Ai rời phòng ban cũng rời nhóm của phòng ban đó.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [{ title: 'Người', fields: ['leader_ids', 'people_ids'] }],
  filters: [only('branch_id', reference('Chi nhánh', branches.list))],
});
