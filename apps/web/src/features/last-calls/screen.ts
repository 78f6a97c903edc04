import { IconUserCheck } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'last-calls',
  path: '/last-calls',
  form: '/last-calls',
  group: 'Luồng gọi',
  place: 46,
  icon: IconUserCheck,
  load: () => import('./last-calls.tsx'),
});
