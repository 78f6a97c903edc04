import { IconDatabase } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'data-sources',
  path: '/data-sources',
  form: '/data-source',
  group: 'Danh mục',
  place: 20,
  icon: IconDatabase,
  load: () => import('./data-sources.tsx'),
});
