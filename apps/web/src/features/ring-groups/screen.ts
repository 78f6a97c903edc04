import { IconBellRinging } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'ringgroup',
  path: '/ringgroup',
  form: '/ringgroup',
  group: 'Tổng đài',
  place: 45,
  icon: IconBellRinging,
  words: 'đổ chuông cùng lúc lần lượt nhóm nội bộ',
  load: () => import('./ring-groups.tsx'),
});
