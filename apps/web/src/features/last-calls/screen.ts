import { IconUserCheck } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'last-calls',
  path: '/last-calls',
  form: '/last-calls',
  group: 'Tổng đài',
  place: 85,
  icon: IconUserCheck,
  words: 'nhân viên quen gọi lại người cũ',
  load: () => import('./last-calls.tsx'),
});
