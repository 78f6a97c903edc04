import { IconUsersPlus } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'staffing.view',
  path: '/staffing',
  group: 'Báo cáo',
  place: 45,
  icon: IconUsersPlus,
  load: () => import('./staffing-page.tsx'),
});
