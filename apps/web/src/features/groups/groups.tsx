import { allExtension, extensionGroups as contract, numberAll } from '@alo/contract';

import { callRights } from '../../domain/call-rights/call-rights.tsx';
import { groupedPhone } from '../../kit/format/phone.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'nhóm máy nhánh',
  purpose: 'Máy nhánh cùng nhóm có chung quyền gọi và hotline gọi ra.',
  columns: {
    name: 'Tên nhóm',
    code: 'Mã',
    member_count: { label: 'Máy nhánh', numeric: true },
    service_number: { label: 'Hotline gọi ra', render: (own) => (own === null ? '–' : groupedPhone(own)) },
    call_rights: { label: 'Quyền gọi', sortable: false },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên nhóm'),
    code: text('Mã', { unique: true, hint: 'Ngắn, không dấu cách.' }),
    call_rights: callRights('Quyền gọi', 'Theo công ty'),
    service_number_id: reference('Hotline gọi ra', numberAll, {
      hint: 'Khách thấy số này, khi quy tắc gọi ra có nó. Máy nhánh có hotline riêng thì dùng số riêng.',
    }),
    extension_ids: references('Máy nhánh', allExtension, {
      unique: true,
      hint: 'Mỗi máy nhánh thuộc một nhóm: máy được chọn sẽ rời nhóm cũ.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Ai trong nhóm', fields: ['extension_ids'] },
    { title: 'Gọi ra', fields: ['call_rights', 'service_number_id'] },
  ],
  filters: [only('service_number_id', reference('Hotline gọi ra', numberAll))],
});
