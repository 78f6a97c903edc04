import { IconLock } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'roles',
  path: '/roles',
  form: '/role',
  group: 'Tổ chức',
  place: 20,
  icon: IconLock,
  load: () => import('./roles.tsx'),
});
