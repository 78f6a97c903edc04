import { IconEar } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'trunks.view',
  label: 'Thông báo nhà mạng',
  path: '/network-sayings',
  group: 'Số & đường truyền',
  place: 31,
  icon: IconEar,
  load: () => import('./network-sayings-page.tsx'),
});
