import { IconStar } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'profile-status',
  path: '/profile-status',
  form: '/profile-status',
  group: 'Quản trị',
  place: 80,
  icon: IconStar,
  words: 'tình trạng khách hàng màu',
  load: () => import('./profile-status.tsx'),
});
