import { IconSwitchHorizontal } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'trunks',
  path: '/trunks',
  form: '/trunk',
  group: 'Tổng đài',
  place: 110,
  icon: IconSwitchHorizontal,
  words: 'nhà mạng trunk sip kết nối',
  load: () => import('./trunks.tsx'),
});
