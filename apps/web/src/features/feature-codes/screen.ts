import { IconDialpad } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'feature-codes.view',
  path: '/feature-codes',
  group: 'Chặn & mã',
  place: 30,
  icon: IconDialpad,
  load: () => import('./feature-codes-page.tsx'),
});
