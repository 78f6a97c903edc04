import type { ScreenSection } from '../../resource/screen/screen.tsx';

/** The parts of /setting, in their order. */
export const settingSections = [
  { slug: 'chung', label: 'Công ty và giờ làm việc' },
  { slug: 'thuong-hieu', label: 'Thương hiệu' },
  { slug: 'cuoc-goi', label: 'Cuộc gọi' },
  { slug: 'dien-thoai', label: 'Điện thoại và che số' },
  { slug: 'crm', label: 'CRM của công ty' },
  { slug: 'loi-thoai', label: 'Chép lời cuộc gọi' },
  { slug: 'han-muc', label: 'Hạn mức gọi ra' },
  { slug: 'luu-tru', label: 'Lưu trữ' },
  { slug: 'du-lieu-ca-nhan', label: 'Yêu cầu về dữ liệu' },
  { slug: 'bao-mat', label: 'Bảo mật' },
  { slug: 'ban-quyen', label: 'Tính năng đã đăng ký' },
] as const satisfies readonly ScreenSection[];
