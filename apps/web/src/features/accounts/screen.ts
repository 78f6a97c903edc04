import { IconUserPlus } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'accounts',
  path: '/accounts',
  form: '/account',
  group: 'Tổ chức',
  place: 10,
  icon: IconUserPlus,
  load: () => import('./accounts.tsx'),
});
