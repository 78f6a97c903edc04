import { allExtensionGroup, outbound as contract, numberAll } from '@alo/contract';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { rows } from '../../resource/fields/rows.tsx';
import { StatusOrWarning } from '../../resource/fields/status-or-warning.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'quy tắc gọi ra',
  purpose: 'Quy tắc cho biết ai được gọi những số nào, và khách thấy đầu số nào của công ty.',
  order: 'priority',
  columns: {
    name: 'Tên',
    priority: { label: 'Thứ tự', numeric: true },
    pattern: 'Mẫu số',
    number_names: { label: 'Hotline', sortable: false, render: (names) => names.join(', ') || '–' },
    group_names: { label: 'Nhóm được dùng', sortable: false, render: (names) => names.join(', ') || 'Mọi máy nhánh' },
    prefers_same_carrier: { label: 'Cùng nhà mạng trước', render: (on) => (on ? 'Có' : 'Không'), hidden: true },
    max_minutes: {
      label: 'Giới hạn phút',
      numeric: true,
      hidden: true,
      render: (most) => (most === null || most === undefined ? 'Không giới hạn' : `${most} phút`),
    },
    enabled: {
      label: 'Trạng thái',
      render: (enabled, { warning }) => <StatusOrWarning enabled={enabled} warning={warning} />,
    },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên quy tắc'),
    priority: number('Thứ tự', { hint: 'Số nhỏ được xét trước.', blank: 100 }),
    pattern: text('Mẫu số', {
      hint: 'Số như gọi trong nước: 09* là mọi số bắt đầu bằng 09, x là một chữ số, 00* là gọi quốc tế.',
      placeholder: '0xxxxxxxxx',
    }),
    group_ids: references('Nhóm được dùng', allExtensionGroup, { hint: 'Để trống: mọi máy nhánh.' }),
    routes: rows(
      'Hotline gọi ra',
      { service_number_id: reference('Đầu số', numberAll) },
      {
        noun: 'đầu số',
        hint: 'Thử theo thứ tự: đường truyền của đầu số trước mất kết nối hoặc hết kênh thì dùng đầu số sau.',
      },
    ),
    prefers_same_carrier: onOff('Ưu tiên hotline cùng nhà mạng với khách', {
      hint: 'Theo đầu số của khách; số đã chuyển mạng giữ nguyên đầu số cũ.',
    }),
    max_minutes: number('Giới hạn phút', {
      unit: 'phút',
      hint: 'Cuộc gọi kết thúc sau chừng này; trước đó một phút mọi người nghe tiếng bíp. Để trống: không giới hạn.',
    }),
    strip: number('Bỏ bớt chữ số đầu', { hint: 'Số chữ số bỏ đi trước khi gửi nhà mạng.', blank: 0 }),
    prepend: text('Thêm vào đầu số', { hint: 'Ví dụ 171 hoặc +84.' }),
    enabled: onOff('Đang dùng', { on: 'Đang dùng', off: 'Tắt', blank: true }),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Ai gọi số nào',
      help: 'Quy tắc khớp đầu tiên theo thứ tự được dùng.',
      fields: ['pattern', 'group_ids', 'max_minutes'],
    },
    { title: 'Bằng đầu số nào', fields: ['routes', 'prefers_same_carrier'] },
    { title: 'Cách gửi số cho nhà mạng', fields: [['strip', 'prepend']] },
  ],
  filters: [only('enabled', onOff('Đang dùng', { on: 'Đang dùng', off: 'Tắt' }))],
});
