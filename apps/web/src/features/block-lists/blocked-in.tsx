import { blockKinds, blockedIn as contract } from '@alo/contract';

import { oneOf, onOff } from '../../shared/fields/choices.tsx';
import { only } from '../../shared/fields/filters.tsx';
import { text } from '../../shared/fields/text.tsx';
import { until } from '../../shared/fields/until.ts';
import { groupedPhone } from '../../shared/format/phone.ts';
import { dateTime } from '../../shared/format/time.ts';
import { adminResource } from '../../shared/resource/admin-resource.tsx';

export default adminResource({
  contract,
  noun: 'số bị chặn',
  purpose: 'Người gọi trong danh sách bị từ chối ngay, và hiện là Bị chặn trong lịch sử.',
  columns: {
    value: {
      label: 'Số',
      render: (value, { kind }) => (kind === 'anonymous' ? 'Số ẩn' : kind === 'pattern' ? value : groupedPhone(value)),
    },
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
    kind: oneOf('Chặn', blockKinds, { blank: 'number' }),
    value: text('Số hoặc mẫu số', {
      hint: 'Một số, hoặc mẫu như 0901*. Để trống khi chặn số ẩn.',
      placeholder: '0901 234 567',
    }),
    reason: text('Lý do', { hint: 'Ví dụ quấy rối, gọi nhầm nhiều lần.' }),
    expires_at: until('Chặn đến hết ngày', 'Hết ngày này thì thôi chặn. Để trống: chặn mãi.'),
  },
  filters: [only('expired', onOff('Hết hạn', { on: 'Đã hết hạn', off: 'Còn hiệu lực' }))],
});
