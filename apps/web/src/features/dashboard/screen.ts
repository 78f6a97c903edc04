import { dashboard } from '@alo/contract';
import { IconLayoutDashboard } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'dashboard.view',
  path: '/dashboard',
  group: 'Tổng quan',
  place: 10,
  icon: IconLayoutDashboard,
  daily: 'Tổng quan',
  reads: dashboard,
  load: () => import('./dashboard-page.tsx'),
});
