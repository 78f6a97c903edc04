import { IconFileText } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'activity-user-tenant.view',
  path: '/activity-user-tenant',
  group: 'Cài đặt',
  place: 50,
  icon: IconFileText,
  load: () => import('./activity-page.tsx'),
});
