import {
  inbounds as contract,
  destinationLabels,
  greetingAll,
  musicAll,
  numberAll,
  rulePurposes,
  ruleRecordings,
} from '@alo/contract';
import { groupedPhone } from '../../kit/format/phone.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { destination, destinationText } from '../../resource/fields/destinations.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { StatusOrWarning } from '../../resource/fields/status-or-warning.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { timeGroup } from './time-group-field.tsx';

export default adminResource({
  contract,
  noun: 'quy tắc gọi vào',
  purpose: 'Quy tắc cho biết khách gọi đến đầu số nào, từ đâu, lúc nào thì gặp ai.',
  order: 'priority',
  columns: {
    name: 'Tên',
    priority: { label: 'Thứ tự', numeric: true },
    number: {
      label: 'Đầu số',
      render: (own, { number_name: name }) => (own === null ? 'Mọi đầu số' : `${groupedPhone(own)} · ${name}`),
    },
    destination: {
      label: 'Điểm đến',
      sortable: false,
      render: (to, { destination_name: name }) => destinationText(to, name),
    },
    caller_pattern: { label: 'Số gọi đến', render: (pattern) => pattern || 'Mọi số' },
    time_group_name: { label: 'Khung giờ', render: (name) => name ?? 'Mọi lúc' },
    purpose: {
      label: 'Dùng cho',
      sortable: false,
      render: (purpose) => (purpose === 'fallback' ? 'Dự phòng' : rulePurposes.calls),
    },
    recording: {
      label: 'Ghi âm',
      hidden: true,
      sortable: false,
      render: (recording) => ruleRecordings[recording ?? 'default'],
    },
    name_prefix: { label: 'Tiền tố tên gọi', hidden: true, sortable: false },
    calls: {
      label: 'Khớp 30 ngày',
      numeric: true,
      sortable: false,
      render: (calls) => calls.toLocaleString('vi-VN'),
    },
    enabled: {
      label: 'Trạng thái',
      render: (enabled, { warning }) => <StatusOrWarning enabled={enabled} warning={warning} />,
    },
    note: { label: 'Ghi chú', hidden: true },
    updated_at: { label: 'Cập nhật', hidden: true, render: (at) => <Moment at={at} /> },
  },
  fields: {
    name: text('Tên quy tắc'),
    priority: number('Thứ tự', { hint: 'Số nhỏ được xét trước.', blank: 100 }),
    service_number_id: reference('Đầu số', numberAll, { hint: 'Để trống: mọi đầu số của công ty.' }),
    caller_pattern: text('Mẫu số gọi đến', {
      hint: 'Ví dụ 090* hoặc 028xxxxxxxx. Để trống: mọi số, cả số ẩn.',
      placeholder: '090*',
    }),
    time_group_id: timeGroup('Khung giờ', { hint: 'Để trống: mọi lúc.' }),
    destination: destination('Điểm đến'),
    after_talk: destination('Sau khi nhân viên gác máy', {
      hint: 'Khách được chuyển tiếp đến đây, ví dụ một khảo sát. Để trống: kết thúc cuộc gọi.',
      types: ['survey', 'ivr', 'msg', 'queue', 'voicemail'],
    }),
    name_prefix: text('Tiền tố tên gọi', {
      hint: 'Đứng trước tên người gọi khi máy đổ chuông và trong lịch sử, ví dụ “VIP: Nguyễn An”.',
      placeholder: 'VIP',
    }),
    purpose: oneOf('Dùng cho', rulePurposes, {
      blank: 'calls',
      hint: 'Dự phòng nhận cuộc gọi mà đường đi gặp chỗ hỏng: điểm đến không còn, hàng đợi trống, thiếu âm thanh.',
    }),
    greeting_id: reference('Lời chào', greetingAll, { hint: 'Khách nghe trước khi cuộc gọi đi tiếp.' }),
    recording: oneOf('Ghi âm', ruleRecordings, { blank: 'default' }),
    music_id: reference('Nhạc chờ', musicAll, { hint: 'Khi giữ máy, và ở hàng đợi không có nhạc riêng.' }),
    enabled: onOff('Đang dùng', { on: 'Đang dùng', off: 'Tắt', blank: true }),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Khi nào',
      help: 'Quy tắc khớp đầu tiên theo thứ tự sẽ dẫn cuộc gọi.',
      fields: ['purpose', 'service_number_id', ['caller_pattern', 'time_group_id']],
    },
    { title: 'Đi đâu', fields: ['destination', 'name_prefix', 'after_talk'] },
    { title: 'Nghe gì', help: 'Để trống: như cả công ty.', fields: [['greeting_id', 'music_id'], 'recording'] },
  ],
  filters: [
    only('service_number_id', reference('Đầu số', numberAll)),
    only('time_group_id', timeGroup('Khung giờ')),
    only('filter_action', oneOf('Loại điểm đến', destinationLabels)),
    only('purpose', oneOf('Dùng cho', rulePurposes)),
    only('enabled', onOff('Đang dùng', { on: 'Đang dùng', off: 'Tắt' })),
  ],
});
