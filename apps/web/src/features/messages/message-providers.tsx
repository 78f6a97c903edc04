import {
  messageProviders as contract,
  messageCarriers,
  messageChannels,
  messageFormats,
  providerFields,
} from '@alo/contract';
import { count } from '../../kit/format/numbers.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { ProviderActions } from './provider-actions.tsx';

const isHttp = ({ carrier }: Readonly<Record<string, unknown>>) => carrier === 'http';
const inUse = { on: 'Đang dùng', off: 'Tạm dừng' };
const names = providerFields.map((name) => `{${name}}`).join(', ');

export default adminResource({
  contract,
  noun: 'nhà cung cấp tin nhắn',
  purpose:
    'Nhà cung cấp chuyển tin nhắn đến khách. “Nhà mạng thử” giữ tin lại trong danh sách để bạn xem, không gửi ra ngoài; nhà cung cấp thật được mô tả bằng địa chỉ HTTP của họ.',
  columns: {
    name: 'Tên',
    channel: 'Kênh',
    carrier: 'Gửi bằng',
    sender: { label: 'Tên người gửi', render: (sender) => sender || '–' },
    sent: { label: 'Tin trong 30 ngày', numeric: true, sortable: false, render: (n) => count(n) },
    failed: { label: 'Không gửi được', numeric: true, sortable: false, render: (n) => count(n) },
    has_secret: { label: 'Khoá', sortable: false, render: (has) => (has ? 'Đã có' : 'Chưa có') },
    active: 'Trạng thái',
  },
  fields: {
    name: text('Tên', { placeholder: 'Nhà mạng thử' }),
    channel: oneOf('Kênh', messageChannels, { blank: 'sms' }),
    carrier: oneOf('Gửi bằng', messageCarriers, { blank: 'sandbox' }),
    sender: text('Tên người gửi (brandname)'),
    url: text('Địa chỉ', { hint: 'Nhận POST qua https://.', placeholder: 'https://' }),
    format: oneOf('Cách viết nội dung', messageFormats, { blank: 'json' }),
    headers: textarea('Tiêu đề HTTP', {
      hint: 'Mỗi dòng một “Tên: giá trị”. {secret} thay cho khoá được cất kín, ví dụ Authorization: Bearer {secret}',
    }),
    body: textarea('Nội dung gửi', {
      hint: `Có thể dùng ${names}. Ví dụ {"phone":"{to}","content":"{text}","request":"{id}"}`,
    }),
    taken_at: text('Chỗ báo thành công', { hint: 'Trong câu trả lời, ví dụ CodeResult. Để trống: mọi trả lời 2xx.' }),
    taken_is: text('Giá trị khi thành công', { placeholder: '100' }),
    id_at: text('Chỗ ghi mã tin', { placeholder: 'SMSID' }),
    cost_at: text('Chỗ ghi giá (₫)'),
    report_id_at: text('Chỗ ghi mã tin'),
    report_state_at: text('Chỗ ghi trạng thái'),
    report_delivered: text('Giá trị khi khách đã nhận', { placeholder: '5' }),
    report_failed: text('Giá trị khi không đến được', { placeholder: '-1, 6' }),
    active: onOff('Trạng thái', { ...inUse, blank: true }),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Cách hỏi nhà cung cấp',
      help: 'Như tài liệu API của nhà cung cấp. Cùng một tin luôn mang cùng một {id}, kể cả khi gửi lại.',
      fields: ['url', 'format', 'headers', 'body'],
      when: isHttp,
    },
    {
      title: 'Hiểu câu trả lời',
      help: 'Chỗ trong JSON, cách nhau bằng dấu chấm: data.0.id',
      fields: [
        ['taken_at', 'taken_is'],
        ['id_at', 'cost_at'],
      ],
      when: isHttp,
    },
    {
      title: 'Báo cáo đã nhận',
      help: 'Nhà cung cấp gửi báo cáo về địa chỉ riêng, tạo ở hồ sơ của nhà cung cấp sau khi lưu.',
      fields: [
        ['report_id_at', 'report_state_at'],
        ['report_delivered', 'report_failed'],
      ],
      when: isHttp,
    },
    { title: 'Khác', fields: ['active', 'note'] },
  ],
  landing: ({ id }) => ({ id }),
  Aside: ({ row }) => <ProviderActions key={row.id} row={row} />,
  filters: [only('channel', oneOf('Kênh', messageChannels))],
});
