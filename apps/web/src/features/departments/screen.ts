import { IconBuilding } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'departments',
  path: '/departments',
  form: '/department',
  group: 'Quản trị',
  place: 40,
  icon: IconBuilding,
  words: 'bộ phận',
  load: () => import('./departments.ts'),
});
