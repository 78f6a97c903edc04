import { IconPhoneOutgoing } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'outbound',
  path: '/outbound',
  form: '/outbound',
  group: 'Tổng đài',
  place: 20,
  icon: IconPhoneOutgoing,
  words: 'quy tắc gọi đi mẫu số hotline nhà mạng',
  load: () => import('./outbound.tsx'),
});
