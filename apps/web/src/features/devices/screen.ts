import { IconDeviceDesktop } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'devices',
  path: '/devices',
  form: '/device',
  group: 'Tổng đài',
  place: 120,
  icon: IconDeviceDesktop,
  words: 'máy bàn ip phone mã qr',
  load: () => import('./devices.tsx'),
});
