import { IconUsersGroup } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'teams',
  path: '/teams',
  form: '/team',
  group: 'Quản trị',
  place: 50,
  icon: IconUsersGroup,
  words: 'team đội',
  load: () => import('./teams.ts'),
});
