import { IconClock } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'time-groups',
  path: '/time-groups',
  form: '/time-groups',
  part: 'detailId',
  group: 'Luồng gọi',
  place: 30,
  icon: IconClock,
  load: () => import('./time-groups.tsx'),
});
