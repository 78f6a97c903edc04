import { blockOutKinds, blockedOut as contract } from '@alo/contract';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime } from '../../kit/format/time.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { text } from '../../resource/fields/text.tsx';
import { until } from '../../resource/fields/until.ts';

export default adminResource({
  contract,
  noun: 'số bị chặn',
  purpose: 'Không ai trong công ty gọi được các số này.',
  columns: {
    value: { label: 'Số', render: (value, { kind }) => (kind === 'pattern' ? value : groupedPhone(value)) },
    kind: { label: 'Loại' },
    reason: { label: 'Lý do', render: (reason) => reason || '–' },
    expires_at: {
      label: 'Hết hạn',
      render: (at, { expired }) => (at ? `${dateTime(String(at))}${expired ? ' (đã hết)' : ''}` : 'Không'),
    },
    created_by_name: { label: 'Người thêm', render: (name) => name ?? '–' },
    created_at: { label: 'Ngày', render: (at) => dateTime(at) },
  },
  fields: {
    kind: oneOf('Chặn', blockOutKinds, { blank: 'number' }),
    value: text('Số hoặc mẫu số', { hint: 'Một số, hoặc mẫu như 1900*.', placeholder: '0901 234 567' }),
    reason: text('Lý do', { hint: 'Ví dụ khách yêu cầu, danh sách không quảng cáo quốc gia.' }),
    expires_at: until('Chặn đến hết ngày', 'Hết ngày này thì thôi chặn. Để trống: chặn mãi.'),
  },
  filters: [only('expired', onOff('Hết hạn', { on: 'Đã hết hạn', off: 'Còn hiệu lực' }))],
});
