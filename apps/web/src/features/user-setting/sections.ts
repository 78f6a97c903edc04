import type { ScreenSection } from '../../resource/screen/screen.tsx';

/** The parts of /user-setting, in their order. */
export const sections = [
  { slug: 'ho-so', label: 'Hồ sơ', words: 'họ tên email của tôi' },
  { slug: 'mat-khau', label: 'Mật khẩu', words: 'đổi mật khẩu' },
  { slug: 'bao-mat', label: 'Xác thực hai bước', words: 'bảo mật khoá truy cập mã khôi phục' },
  { slug: 'phien', label: 'Phiên đăng nhập', words: 'đăng xuất máy khác' },
  { slug: 'thong-bao', label: 'Thông báo', words: 'chuông giờ yên lặng cách báo' },
  { slug: 'thiet-bi', label: 'Thiết bị và chuông', words: 'micro loa tai nghe phím tắt liên kết tel' },
  { slug: 'giao-dien', label: 'Giao diện', words: 'nền tối sáng' },
] as const satisfies readonly ScreenSection[];
