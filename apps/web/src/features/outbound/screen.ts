import { IconPhoneOutgoing } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'outbound',
  path: '/outbound',
  form: '/outbound',
  group: 'Luồng gọi',
  place: 22,
  icon: IconPhoneOutgoing,
  load: () => import('./outbound.tsx'),
});
