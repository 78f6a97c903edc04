import { IconLock } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'roles',
  path: '/roles',
  form: '/role',
  group: 'Quản trị',
  place: 20,
  icon: IconLock,
  words: 'quyền phân quyền phạm vi dữ liệu ma trận',
  load: () => import('./roles.tsx'),
});
