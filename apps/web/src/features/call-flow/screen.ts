import { IconSitemap } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'call-flow.view',
  path: '/call-flow',
  group: 'Luồng gọi',
  place: 10,
  icon: IconSitemap,
  load: () => import('./flow-page.tsx'),
});
