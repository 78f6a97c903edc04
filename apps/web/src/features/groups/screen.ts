import { IconStack2 } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'groups',
  path: '/groups',
  form: '/groups',
  group: 'Máy & người',
  place: 20,
  icon: IconStack2,
  load: () => import('./groups.tsx'),
});
