import { IconUserCog } from '@alo/ui';

import type { Screen } from '../../shared/screen/screen.tsx';

const screen: Screen = {
  ...{ path: '/user-setting/ho-so', label: 'Cài đặt cá nhân', group: 'Cài đặt', place: 20, icon: IconUserCog },
  ...{ access: 'general', daily: undefined },
  words: 'hồ sơ mật khẩu bảo mật hai bước khoá truy cập phiên đăng nhập thiết bị chuông phím tắt giao diện nền tối',
  routes: [{ path: '/user-setting/$slug', access: 'general', load: () => import('./user-setting-page.tsx') }],
};

export default screen;
