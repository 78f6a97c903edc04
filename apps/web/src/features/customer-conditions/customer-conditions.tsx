import {
  allCallOutcome,
  allCustomerField,
  allDataSource,
  allProfileStatus,
  allProject,
  allTeam,
  type CustomerKindInput,
  callersKnown,
  customerConditions as contract,
  customerKindsAtMost,
  customersOwned,
  customersTasks,
  ownComparisons,
} from '@alo/contract';
import { warnedName } from '../../domain/routing/path-warnings.tsx';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf } from '../../resource/fields/choices.tsx';
import { destination, destinationText } from '../../resource/fields/destinations.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { rows } from '../../resource/fields/rows.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'điều kiện khách hàng',
  purpose: 'Điều kiện khách hàng đưa mỗi nhóm khách đi một hướng, theo hồ sơ của khách khi họ gọi đến.',
  columns: {
    name: { label: 'Tên điều kiện', render: warnedName },
    kinds: {
      label: 'Nhóm khách',
      sortable: false,
      render: (all) => (all ?? []).map(({ label }) => label).join(', ') || '–',
    },
    otherwise: { label: 'Khách khác', sortable: false, render: (to, row) => destinationText(to, row.otherwise_name) },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên điều kiện', { placeholder: 'Khách VIP đi trước' }),
    kinds: rows<CustomerKindInput>(
      'Nhóm khách',
      {
        label: text('Nhóm khách', { placeholder: 'VIP' }),
        known: oneOf('Danh sách khách', callersKnown),
        status_id: reference('Trạng thái hồ sơ', allProfileStatus),
        owner: oneOf('Người phụ trách', customersOwned),
        team_id: reference('Nhóm của người phụ trách', allTeam),
        project_id: reference('Dự án', allProject),
        data_source_id: reference('Nguồn dữ liệu', allDataSource),
        outcome_id: reference('Kết quả lần trước', allCallOutcome),
        task: oneOf('Việc cần làm', customersTasks),
        field_id: reference('Trường riêng', allCustomerField),
        field_is: oneOf('So sánh', ownComparisons),
        field_value: text('Giá trị', { placeholder: 'Vàng' }),
        to: destination('Đi tới'),
        priority: number('Mức ưu tiên trong hàng đợi', {
          hint: 'Mức cao được nghe trước; khách khác có mức 0. Để trống: không đổi.',
        }),
      },
      {
        noun: 'nhóm khách',
        most: customerKindsAtMost,
        hint: 'Xét từ trên xuống, nhóm đầu tiên khớp được tính. Điền bao nhiêu ô thì khách phải khớp bấy nhiêu; ô trống không xét.',
      },
    ),
    otherwise: destination('Khách khác', {
      hint: 'Khi không nhóm nào khớp, người gọi giấu số, hoặc chưa đọc được hồ sơ sau 1,5 giây.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Đường đi',
      help: 'Hồ sơ của khách lúc họ gọi đến quyết định.',
      fields: ['kinds', 'otherwise'],
    },
  ],
});
