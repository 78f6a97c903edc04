import { allExtension, devices as contract, deviceAlgorithms, deviceTransports } from '@alo/contract';
import { Status } from '@alo/ui';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { lines } from '../../resource/fields/lines.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { SetUpOrDelete } from './device-settings.tsx';
import { NewDevice } from './new-device.tsx';

export default adminResource({
  contract,
  noun: 'điện thoại bàn',
  purpose:
    'Mỗi điện thoại bàn có tên và mật khẩu riêng. Thêm rồi cài bằng mã QR hoặc tệp của hãng, hay gõ tay vào máy.',
  Aside: ({ row }) => <SetUpOrDelete key={row.id} id={row.id} />,
  Made: NewDevice,
  landing: ({ id }) => ({ id }),
  columns: {
    name: 'Tên',
    extension_number: { label: 'Máy nhánh', render: (own, { extension_name: name }) => `${own} · ${name}` },
    username: 'Tên đăng nhập',
    registered: {
      label: 'Đăng ký',
      render: (on) => <Status tone={on ? 'ready' : 'offline'}>{on ? 'Đã đăng ký' : 'Chưa đăng ký'}</Status>,
    },
    address: { label: 'Địa chỉ', render: (at) => at || '–' },
    user_agent: { label: 'Phần mềm', hidden: true, render: (name) => name || '–' },
    last_seen_at: { label: 'Thấy lần cuối', hidden: true, render: (at) => (at === null ? '–' : <Moment at={at} />) },
  },
  once: ['extension_id', 'algorithm'],
  fields: {
    name: text('Tên thiết bị', { hint: 'Ví dụ Máy lễ tân tầng 1.' }),
    extension_id: reference('Máy nhánh', allExtension, { hint: 'Không đổi được về sau.' }),
    algorithm: oneOf('Xác thực', deviceAlgorithms, { blank: 'md5', hint: 'Không đổi được về sau.' }),
    transport: oneOf('Giao thức', deviceTransports, { blank: 'udp' }),
    networks: lines('Mạng được phép', { hint: 'Mỗi dòng một địa chỉ hoặc dải mạng. Để trống: từ bất cứ đâu.' }),
    max_calls: number('Số cuộc gọi cùng lúc', { blank: 4 }),
    enabled: onOff('Đang dùng', { on: 'Đang dùng', off: 'Tắt', blank: true }),
    note: textarea('Ghi chú'),
  },
  filters: [
    only('extension_id', reference('Máy nhánh', allExtension)),
    only('transport', oneOf('Giao thức', deviceTransports)),
  ],
});
