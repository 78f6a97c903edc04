import { IconStar } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'profile-status',
  path: '/profile-status',
  form: '/profile-status',
  group: 'Danh mục',
  place: 30,
  icon: IconStar,
  load: () => import('./profile-status.tsx'),
});
