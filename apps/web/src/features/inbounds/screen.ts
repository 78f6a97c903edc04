import { IconPhoneIncoming } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'inbounds',
  path: '/inbounds',
  form: '/inbounds',
  group: 'Luồng gọi',
  place: 20,
  icon: IconPhoneIncoming,
  load: () => import('./inbounds.tsx'),
});
