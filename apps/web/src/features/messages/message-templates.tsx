import {
  allMessageProvider,
  messageTemplates as contract,
  messageChannels,
  messagePurposes,
  runningSurveys,
  templateFields,
} from '@alo/contract';

import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

const inUse = { on: 'Đang dùng', off: 'Ngừng dùng' };
const names = Object.entries(templateFields)
  .map(([name, words]) => `{${name}} ${words.toLowerCase()}`)
  .join(', ');

export default adminResource({
  contract,
  noun: 'mẫu tin nhắn',
  purpose:
    'Mẫu tin nhắn để gửi cho khách từ hồ sơ, chiến dịch và tự động hoá. Muốn thử trước, tạo một nhà cung cấp loại “Nhà mạng thử”: tin hiện trong danh sách, không gửi ra ngoài.',
  columns: {
    name: 'Tên mẫu',
    text: { label: 'Nội dung', sortable: false },
    purpose: { label: 'Loại tin' },
    channel: { label: 'Kênh', sortable: false, render: (channel) => messageChannels[channel] },
    provider_name: {
      label: 'Nhà cung cấp',
      render: (name, { sandbox }) => (sandbox ? `${name} (thử)` : name),
    },
    active: 'Trạng thái',
  },
  fields: {
    name: text('Tên mẫu', { placeholder: 'Xin lỗi vì nhỡ cuộc gọi' }),
    purpose: oneOf('Loại tin', messagePurposes, {
      blank: 'care',
      hint: 'Tin quảng cáo chỉ gửi từ 08:00 đến 17:00, mỗi số một lần trong 24 giờ tính cả cuộc gọi, và không gửi cho khách từ chối.',
    }),
    provider_id: reference('Nhà cung cấp', allMessageProvider),
    title: text('Tiêu đề', { hint: 'Tiêu đề của email, hoặc mã mẫu ZNS ở nhà cung cấp. SMS không dùng.' }),
    text: textarea('Nội dung', { hint: `Ô điền sẵn: ${names}, {rieng:Tên trường} trường riêng.` }),
    link: text('Liên kết', { hint: 'Thay cho {lien_ket} trong nội dung.', placeholder: 'https://' }),
    survey_id: reference('Khảo sát', runningSurveys, {
      hint: 'Khách nhận tin mở {khao_sat} để trả lời, không cần đăng nhập, trong 14 ngày.',
    }),
    active: onOff('Trạng thái', { ...inUse, blank: true }),
    note: textarea('Ghi chú'),
  },
  filters: [only('purpose', oneOf('Loại tin', messagePurposes))],
});
