import { IconVolume } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'notifications',
  path: '/notifications',
  form: '/notifications',
  group: 'Tổng đài',
  place: 60,
  icon: IconVolume,
  words: 'phát âm thanh thông báo ghi sẵn',
  load: () => import('./announcements.tsx'),
});
