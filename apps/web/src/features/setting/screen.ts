import { IconSettings } from '@alo/ui';

import type { Screen } from '../../shared/screen/screen.tsx';

const load = () => import('./setting-page.tsx');

const screen = {
  ...{ path: '/setting', label: 'Cài đặt hệ thống', group: 'Cài đặt', place: 10, icon: IconSettings },
  ...{ access: 'setting.view', daily: undefined },
  words: 'cấu hình',
  sections: [
    { slug: 'chung', label: 'Công ty và giờ làm việc', words: 'tên múi giờ lịch' },
    { slug: 'thuong-hieu', label: 'Thương hiệu', words: 'màu logo' },
    { slug: 'cuoc-goi', label: 'Cuộc gọi', words: 'mức dịch vụ ghi âm thông báo popup' },
    { slug: 'dien-thoai', label: 'Điện thoại và che số', words: 'ẩn số khách hàng chế độ thoại popup cửa sổ' },
    { slug: 'luu-tru', label: 'Lưu trữ', words: 'giữ xoá ghi âm ngày' },
    { slug: 'du-lieu-ca-nhan', label: 'Yêu cầu về dữ liệu', words: 'xoá xuất đồng ý quyền riêng tư' },
    { slug: 'bao-mat', label: 'Bảo mật', words: 'hai bước mật khẩu phiên' },
    { slug: 'ban-quyen', label: 'Tính năng đã đăng ký', words: 'bản quyền hết hạn' },
  ],
  routes: [
    { path: '/setting', access: 'setting.view', load },
    { path: '/setting/$slug', access: 'setting.view', load },
  ],
} as const satisfies Screen;

export default screen;
