import { allAccount, allExtensionGroup, extensions as contract, numberAll } from '@alo/contract';
import { Status } from '@alo/ui';

import { callRights } from '../../domain/call-rights/call-rights.tsx';
import { warnedName } from '../../domain/routing/path-warnings.tsx';
import { groupedPhone } from '../../kit/format/phone.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { onOff } from '../../resource/fields/choices.tsx';
import { destination } from '../../resource/fields/destinations.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { AddSubscribers } from './add-subscribers.tsx';
import { DevicesOfExtension } from './devices.tsx';

export default adminResource({
  contract,
  noun: 'máy nhánh',
  purpose: 'Mỗi người hoặc mỗi chỗ nghe điện thoại có một máy nhánh: một số nội bộ để gọi và nhận cuộc gọi.',
  order: 'number',
  Add: AddSubscribers,
  Aside: ({ row }) => <DevicesOfExtension extensionId={row.id} />,
  columns: {
    number: { label: 'Số máy nhánh' },
    name: { label: 'Tên', render: warnedName },
    person_name: { label: 'Nhân viên', render: (name) => name ?? '–' },
    group_name: { label: 'Nhóm', render: (name) => name ?? '–' },
    service_number: { label: 'Hotline gọi ra', render: (own) => (own === null ? '–' : groupedPhone(own)) },
    registered: {
      label: 'Điện thoại bàn',
      render: (on, { device_count: count }) =>
        count === 0 ? '–' : <Status tone={on ? 'ready' : 'offline'}>{on ? 'Đã đăng ký' : 'Chưa đăng ký'}</Status>,
    },
    address: {
      label: 'Thiết bị/IP',
      hidden: true,
      render: (at, { user_agent: name }) => [name, at].join(' ').trim() || '–',
    },
    do_not_disturb: { label: 'Không làm phiền', hidden: true, render: (on) => (on ? 'Có' : 'Không') },
    note: { label: 'Ghi chú', hidden: true },
  },
  once: ['number'],
  fields: {
    number: text('Số máy nhánh', { hint: '2 đến 8 chữ số, không đổi được về sau.' }),
    name: text('Tên hiển thị'),
    person_id: reference('Nhân viên', allAccount, {
      unique: true,
      hint: 'Mỗi người dùng một máy nhánh: ai được chọn sẽ thôi dùng máy cũ, và người đang dùng máy này thôi dùng nó.',
    }),
    extension_group_id: reference('Nhóm', allExtensionGroup),
    service_number_id: reference('Hotline gọi ra', numberAll, { hint: 'Khách thấy số này, khi quy tắc gọi ra có nó.' }),
    ring_seconds: number('Thời gian đổ chuông', { unit: 'giây', blank: 25 }),
    call_waiting: onOff('Nhận thêm cuộc gọi khi đang nói', { on: 'Có', off: 'Không' }),
    do_not_disturb: onOff('Không làm phiền', {
      hint: 'Điện thoại không đổ chuông; người gọi được chuyển như khi bận.',
    }),
    forward_always: destination('Luôn chuyển đến', { hint: 'Để trống: đổ chuông máy nhánh.' }),
    forward_busy: destination('Khi máy bận hoặc từ chối'),
    forward_no_answer: destination('Khi không trả lời'),
    forward_offline: destination('Khi mất kết nối'),
    otherwise: destination('Mọi trường hợp còn lại', { hint: 'Để trống: kết thúc cuộc gọi.' }),
    call_rights: callRights('Quyền gọi', 'Theo nhóm'),
    pick_up_group: text('Nhóm nhận thay', { hint: 'Máy nhánh cùng nhóm nghe thay nhau bằng *8.' }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Gọi ra', fields: [['extension_group_id', 'service_number_id'], 'call_rights'] },
    { title: 'Nhận cuộc gọi', fields: [['ring_seconds', 'pick_up_group'], 'call_waiting', 'do_not_disturb'] },
    {
      title: 'Chuyển tiếp',
      help: 'Cuộc gọi đến máy nhánh này đi đâu khi không ai nghe.',
      fields: ['forward_always', 'forward_busy', 'forward_no_answer', 'forward_offline', 'otherwise'],
    },
  ],
  filters: [
    only('extension_group_id', reference('Nhóm', allExtensionGroup)),
    only('service_number_id', reference('Hotline gọi ra', numberAll)),
    only('registered', onOff('Điện thoại bàn', { on: 'Đã đăng ký', off: 'Chưa đăng ký' })),
  ],
});
