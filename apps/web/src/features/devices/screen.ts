import { IconDeviceDesktop } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'devices',
  path: '/devices',
  form: '/device',
  group: 'Máy & người',
  place: 30,
  icon: IconDeviceDesktop,
  load: () => import('./devices.tsx'),
});
