import type { ScreenSection } from '../../resource/screen/screen.tsx';

/** The parts of /user-setting, in their order. */
export const ownSettingSections = [
  { slug: 'ho-so', label: 'Hồ sơ' },
  { slug: 'mat-khau', label: 'Mật khẩu' },
  { slug: 'bao-mat', label: 'Xác thực hai bước' },
  { slug: 'phien', label: 'Phiên đăng nhập' },
  { slug: 'thong-bao', label: 'Cách báo tin' },
  { slug: 'thiet-bi', label: 'Thiết bị và chuông' },
  { slug: 'dien-thoai', label: 'Điện thoại khác' },
  { slug: 'giao-dien', label: 'Giao diện' },
] as const satisfies readonly ScreenSection[];
