import { IconDatabase } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'data-sources',
  path: '/data-sources',
  form: '/data-source',
  group: 'Quản trị',
  place: 70,
  icon: IconDatabase,
  words: 'nguồn khách hàng kênh data',
  load: () => import('./data-sources.tsx'),
});
