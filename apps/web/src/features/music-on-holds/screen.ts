import { IconPlayerPlay } from '@alo/ui';

import { resourceScreen } from '../../shared/screen/screen.tsx';

export default resourceScreen({
  access: 'music-on-holds',
  path: '/music-on-holds',
  form: '/music-on-holds',
  group: 'Tổng đài',
  place: 120,
  icon: IconPlayerPlay,
  words: 'bài nhạc giữ máy moh',
  load: () => import('./music-on-holds.tsx'),
});
