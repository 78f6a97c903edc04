import { IconUsersGroup } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'teams',
  path: '/teams',
  form: '/team',
  group: 'Tổ chức',
  place: 50,
  icon: IconUsersGroup,
  load: () => import('./teams.ts'),
});
