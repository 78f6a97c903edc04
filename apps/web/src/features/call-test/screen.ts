import { IconRoute } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'call-test.view',
  path: '/call-test',
  group: 'Luồng gọi',
  place: 12,
  icon: IconRoute,
  load: () => import('./call-test-page.tsx'),
});
