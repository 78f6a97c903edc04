import { myDay } from '@alo/contract';
import { IconSun } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

/** Before the dashboard in the menu: whoever may not see that one begins the day here. */
export default pageScreen({
  access: 'call-history.view',
  label: 'Việc của tôi',
  path: '/my-day',
  group: 'Tổng quan',
  place: 5,
  icon: IconSun,
  reads: myDay,
  load: () => import('./my-day-page.tsx'),
});
