import { IconSettings } from '@alo/ui';

import type { Screen } from '../../shared/screen/screen.tsx';

const load = () => import('./setting-page.tsx');

const screen: Screen = {
  ...{ path: '/setting', label: 'Cài đặt hệ thống', group: 'Cài đặt', place: 10, icon: IconSettings },
  ...{ access: 'setting.view', daily: undefined },
  words: 'cấu hình che số múi giờ làm việc thương hiệu màu mức dịch vụ lưu trữ ghi âm bảo mật bản quyền',
  routes: [
    { path: '/setting', access: 'setting.view', load },
    { path: '/setting/$slug', access: 'setting.view', load },
  ],
};

export default screen;
