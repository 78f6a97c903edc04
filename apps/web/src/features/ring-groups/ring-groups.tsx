import { allExtension, ringGroups as contract, ringStrategies } from '@alo/contract';

import { oneOf } from '../../shared/fields/choices.tsx';
import { destination, destinationText } from '../../shared/fields/destinations.tsx';
import { only } from '../../shared/fields/filters.tsx';
import { number } from '../../shared/fields/numbers.tsx';
import { reference, references } from '../../shared/fields/references.tsx';
import { text, textarea } from '../../shared/fields/text.tsx';
import { warnedName } from '../../shared/page/path-warnings.tsx';
import { adminResource } from '../../shared/resource/admin-resource.tsx';

export default adminResource({
  contract,
  noun: 'nhóm đổ chuông',
  purpose: 'Nhóm đổ chuông làm nhiều máy reo cùng lúc hoặc lần lượt cho một cuộc gọi.',
  columns: {
    name: {
      label: 'Tên nhóm',
      render: warnedName,
    },
    number: 'Số nội bộ',
    strategy: 'Hình thức',
    member_names: { label: 'Thành viên', sortable: false, render: (names) => names.join(', ') || '–' },
    ring_seconds: { label: 'Đổ chuông', numeric: true, render: (seconds) => `${seconds} giây` },
    otherwise: {
      label: 'Khi không trả lời',
      sortable: false,
      render: (to, row) => (to ? destinationText(to, row.otherwise_name) : 'Kết thúc cuộc gọi'),
    },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên nhóm'),
    number: text('Số nội bộ nhóm', { hint: 'Đồng nghiệp bấm số này để gọi cả nhóm. Ví dụ 600.' }),
    strategy: oneOf('Hình thức đổ chuông', ringStrategies, { blank: 'ring-all' }),
    member_ids: references('Thành viên', allExtension, { hint: 'Theo thứ tự được gọi.' }),
    ring_seconds: number('Thời gian đổ chuông', {
      unit: 'giây',
      blank: 25,
      hint: 'Của cả nhóm khi đổ đồng thời, của từng người khi đổ lần lượt.',
    }),
    otherwise: destination('Điểm đến khi không trả lời', { hint: 'Không chọn thì cuộc gọi kết thúc.' }),
    note: textarea('Ghi chú'),
  },
  filters: [
    only('strategy', oneOf('Hình thức', ringStrategies)),
    only('member_id', reference('Thành viên', allExtension)),
  ],
});
