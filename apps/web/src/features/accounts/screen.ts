import { IconUserPlus } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'accounts',
  path: '/accounts',
  form: '/account',
  group: 'Quản trị',
  place: 10,
  icon: IconUserPlus,
  words: 'nhân viên người dùng mời chỗ',
  load: () => import('./accounts.tsx'),
});
