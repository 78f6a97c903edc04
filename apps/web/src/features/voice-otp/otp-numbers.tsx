import { otpNumbers as contract, greetingAll, numberAll } from '@alo/contract';
import { Status } from '@alo/ui';
import { count, share } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { textarea } from '../../resource/fields/text.tsx';

const inUse = { on: 'Đang dùng', off: 'Đã tắt' };

export default adminResource({
  contract,
  noun: 'đầu số OTP',
  purpose: 'Đầu số của công ty được dùng để gọi đọc mã xác thực: số nào gọi trước, gọi bao nhiêu và đọc thế nào.',
  columns: {
    number: { label: 'Đầu số', render: (own) => groupedPhone(own) },
    number_name: 'Tên hiển thị',
    position: { label: 'Ưu tiên', numeric: true, render: (place) => count(place ?? 0) },
    calls_today: {
      label: 'Hôm nay',
      numeric: true,
      sortable: false,
      render: (calls, { per_day: most }) => `${count(calls)} / ${count(most ?? 0)}`,
    },
    heard_month: {
      label: 'Đọc hết, 30 ngày',
      numeric: true,
      sortable: false,
      render: (heard, { calls_month: calls }) => share(heard, calls),
    },
    greeting_name: { label: 'Lời chào', sortable: false, render: (name) => name ?? 'Lời hệ thống' },
    active: {
      label: 'Trạng thái',
      sortable: false,
      render: (on) => <Status tone={on ? 'ready' : 'offline'}>{on ? inUse.on : inUse.off}</Status>,
    },
    per_minute: { label: 'Mỗi phút', numeric: true, hidden: true, sortable: false, render: (n) => count(n ?? 0) },
    reads: { label: 'Số lần đọc', numeric: true, hidden: true, sortable: false, render: (n) => count(n ?? 0) },
    note: { label: 'Ghi chú', hidden: true, sortable: false },
  },
  fields: {
    service_number_id: reference('Đầu số', numberAll, {
      hint: 'Phải có trong một quy tắc gọi ra dành cho mọi máy nhánh.',
    }),
    position: number('Ưu tiên', { blank: 0, hint: 'Số nhỏ gọi trước. Bằng nhau thì chia đều.' }),
    per_minute: number('Cuộc gọi mỗi phút', { blank: 20 }),
    per_day: number('Cuộc gọi mỗi ngày', { blank: 1000 }),
    greeting_id: reference('Lời chào', greetingAll, {
      hint: 'Phát trước khi đọc mã. Bỏ trống: chỉ có lời hệ thống “Mã xác thực của quý khách là…”.',
    }),
    reads: number('Số lần đọc mã', { blank: 2, hint: 'Từ 1 đến 3. Khách bấm 1 để nghe lại.' }),
    abroad: onOff('Gọi số nước ngoài', { on: 'Được gọi', off: 'Chỉ số Việt Nam' }),
    active: onOff('Đang dùng', { ...inUse, blank: true }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Giới hạn', help: 'Hết lượt của số này thì số sau gọi.', fields: [['per_minute', 'per_day'], 'abroad'] },
    { title: 'Đọc mã', fields: ['greeting_id', 'reads'] },
    { title: 'Khác', fields: ['active', 'note'] },
  ],
  filters: [only('active', oneOf('Trạng thái', { true: inUse.on, false: inUse.off }))],
});
