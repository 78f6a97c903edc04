import { lastCallRules as contract } from '@alo/contract';
import { warnedName } from '../../domain/routing/path-warnings.tsx';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { destination, destinationText } from '../../resource/fields/destinations.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'quy tắc gọi lại người cũ',
  purpose: 'Quy tắc này đưa khách gọi đến về với người vừa nói chuyện với họ.',
  columns: {
    name: { label: 'Tên', render: warnedName },
    within_hours: { label: 'Trong vòng', numeric: true, render: (hours) => `${hours} giờ` },
    ring_seconds: { label: 'Đổ chuông', numeric: true, render: (seconds) => `${seconds} giây` },
    otherwise: {
      label: 'Nếu không gặp',
      sortable: false,
      render: (to, row) => destinationText(to, row.otherwise_name),
    },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên'),
    within_hours: number('Trong vòng', {
      unit: 'giờ',
      blank: 72,
      hint: 'Chỉ tính những cuộc trò chuyện chưa cũ hơn chừng này.',
    }),
    ring_seconds: number('Thời gian đổ chuông', { unit: 'giây', blank: 20 }),
    otherwise: destination('Nếu không gặp', { hint: 'Khi chưa từng gọi, đã quá lâu, hoặc người ấy không nghe máy.' }),
    note: textarea('Ghi chú'),
  },
});
