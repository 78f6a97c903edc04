import { IconUsersGroup } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'groups',
  path: '/groups',
  form: '/groups',
  group: 'Máy & người',
  place: 20,
  icon: IconUsersGroup,
  load: () => import('./groups.tsx'),
});
