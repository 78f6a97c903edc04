import { IconUsersGroup } from '@alo/ui';

import { resourceScreen } from '../../shared/screen/screen.tsx';

export default resourceScreen({
  access: 'ringgroup',
  path: '/ringgroup',
  form: '/ringgroup',
  group: 'Tổng đài',
  place: 30,
  icon: IconUsersGroup,
  words: 'đổ chuông cùng lúc lần lượt nhóm nội bộ',
  load: () => import('./ring-groups.tsx'),
});
