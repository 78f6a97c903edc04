import { IconMusic } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'music-on-holds',
  path: '/music-on-holds',
  form: '/music-on-holds',
  group: 'Âm thanh',
  place: 30,
  icon: IconMusic,
  load: () => import('./music-on-holds.tsx'),
});
