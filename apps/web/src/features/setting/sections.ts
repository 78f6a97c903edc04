import type { ScreenSection } from '../../resource/screen/screen.tsx';

/** The parts of /setting, in their order. */
export const sections = [
  { slug: 'chung', label: 'Công ty và giờ làm việc', words: 'tên múi giờ lịch' },
  { slug: 'thuong-hieu', label: 'Thương hiệu', words: 'màu logo' },
  { slug: 'cuoc-goi', label: 'Cuộc gọi', words: 'mức dịch vụ ghi âm thông báo popup xử lý sau cuộc gọi' },
  { slug: 'dien-thoai', label: 'Điện thoại và che số', words: 'ẩn số khách hàng chế độ thoại popup cửa sổ' },
  { slug: 'han-muc', label: 'Hạn mức gọi ra', words: 'quốc tế 1900 vệ tinh cước cao gian lận giới hạn cuộc gọi' },
  { slug: 'luu-tru', label: 'Lưu trữ', words: 'giữ xoá ghi âm ngày' },
  { slug: 'du-lieu-ca-nhan', label: 'Yêu cầu về dữ liệu', words: 'xoá xuất đồng ý quyền riêng tư' },
  {
    slug: 'bao-mat',
    label: 'Bảo mật',
    words:
      'hai bước mật khẩu phiên sso openid google microsoft ldap active directory thư mục đăng nhập bằng scim okta đồng bộ',
  },
  { slug: 'ban-quyen', label: 'Tính năng đã đăng ký', words: 'bản quyền hết hạn' },
] as const satisfies readonly ScreenSection[];
