import { blockActions, blockKinds, blockedIn as contract, numberAll } from '@alo/contract';
import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import { dateTime } from '../../kit/format/time.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { destination, destinationText } from '../../resource/fields/destinations.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text } from '../../resource/fields/text.tsx';
import { until } from '../../resource/fields/until.ts';
import { Moment } from '../../resource/page/moment.tsx';

export default adminResource({
  contract,
  noun: 'số bị chặn',
  purpose: 'Người gọi trong danh sách bị từ chối, hoặc nghe điều bạn chọn, và hiện là Bị chặn trong lịch sử.',
  columns: {
    value: {
      label: 'Số',
      render: (value, { kind }) =>
        kind === 'anonymous' ? 'Số ẩn' : kind === 'pattern' ? value : <PhoneNumber number={value} />,
    },
    kind: { label: 'Loại' },
    reason: { label: 'Lý do', render: (reason) => reason || '–' },
    service_number_id: {
      label: 'Phạm vi',
      sortable: false,
      render: (_, { number_name: name }) => name ?? 'Mọi đầu số',
    },
    action: {
      label: 'Hành động',
      sortable: false,
      render: (action, { then, then_name: name }) =>
        then ? destinationText(then, name) : blockActions[action ?? 'reject'],
    },
    calls: { label: 'Lượt chặn', numeric: true, sortable: false, render: (calls) => calls.toLocaleString('vi-VN') },
    last_call_at: {
      label: 'Chặn gần nhất',
      sortable: false,
      hidden: true,
      render: (at) => (at === null ? 'Chưa có' : <Moment at={at} />),
    },
    expires_at: {
      label: 'Hết hạn',
      render: (at, { expired }) => (at ? `${dateTime(String(at))}${expired ? ' (đã hết)' : ''}` : 'Không'),
    },
    created_by_name: { label: 'Người thêm', render: (name) => name ?? '–' },
    created_at: { label: 'Ngày', render: (at) => <Moment at={at} /> },
  },
  fields: {
    kind: oneOf('Chặn', blockKinds, { blank: 'number' }),
    value: text('Số hoặc mẫu số', {
      hint: 'Một số, hoặc mẫu như 0901*. Để trống khi chặn số ẩn.',
      placeholder: '0901 234 567',
    }),
    reason: text('Lý do', { hint: 'Ví dụ quấy rối, gọi nhầm nhiều lần.' }),
    service_number_id: reference('Phạm vi', numberAll, {
      hint: 'Chỉ chặn khi gọi tới đầu số này. Để trống: mọi đầu số.',
    }),
    action: oneOf('Hành động', blockActions, { blank: 'reject' }),
    then: destination('Thông báo hoặc hộp thư', {
      types: ['msg', 'voicemail'],
      hint: 'Nghe xong thông báo thì cuộc gọi kết thúc.',
    }),
    expires_at: until('Chặn đến hết ngày', 'Hết ngày này thì thôi chặn. Để trống: chặn mãi.'),
  },
  sections: [
    { title: 'Người gọi được gì', fields: ['action'] },
    { title: 'Dẫn tới', when: ({ action }) => action === 'lead', fields: ['then'] },
  ],
  filters: [
    only('action', oneOf('Hành động', blockActions)),
    only('service_number_id', reference('Phạm vi', numberAll)),
    only('expired', onOff('Hết hạn', { on: 'Đã hết hạn', off: 'Còn hiệu lực' })),
  ],
});
