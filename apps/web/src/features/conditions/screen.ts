import { IconArrowsSplit2 } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'conditions',
  path: '/conditions',
  form: '/conditions',
  group: 'Luồng gọi',
  place: 32,
  icon: IconArrowsSplit2,
  load: () => import('./conditions.tsx'),
});
