import { IconBuilding } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'departments',
  path: '/departments',
  form: '/department',
  group: 'Tổ chức',
  place: 40,
  icon: IconBuilding,
  load: () => import('./departments.ts'),
});
