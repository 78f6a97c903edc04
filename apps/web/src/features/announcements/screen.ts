import { IconVolume } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'notifications',
  path: '/notifications',
  form: '/notifications',
  group: 'Âm thanh',
  place: 20,
  icon: IconVolume,
  load: () => import('./announcements.tsx'),
});
