import { IconBellRinging } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'ringgroup',
  path: '/ringgroup',
  form: '/ringgroup',
  group: 'Luồng gọi',
  place: 44,
  icon: IconBellRinging,
  load: () => import('./ring-groups.tsx'),
});
