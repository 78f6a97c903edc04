import { IconSwitchHorizontal } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'trunks',
  path: '/trunks',
  form: '/trunk',
  group: 'Số & đường truyền',
  place: 30,
  icon: IconSwitchHorizontal,
  load: () => import('./trunks.tsx'),
});
