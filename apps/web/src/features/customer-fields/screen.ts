import { IconForms } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'customer-fields',
  path: '/customer-fields',
  form: '/customer-field',
  group: 'Danh mục',
  place: 40,
  icon: IconForms,
  load: () => import('./customer-fields.tsx'),
});
