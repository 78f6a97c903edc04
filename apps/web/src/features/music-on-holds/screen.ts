import { IconMusic } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'music-on-holds',
  path: '/music-on-holds',
  form: '/music-on-holds',
  group: 'Tổng đài',
  place: 87,
  icon: IconMusic,
  words: 'bài nhạc giữ máy moh',
  load: () => import('./music-on-holds.tsx'),
});
