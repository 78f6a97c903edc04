import { IconListTree } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'ivr-details',
  path: '/ivr-details',
  form: '/ivr-details',
  group: 'Luồng gọi',
  place: 40,
  icon: IconListTree,
  load: () => import('./ivr-menus.tsx'),
});
