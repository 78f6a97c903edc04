import { IconUserQuestion } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'customer-conditions',
  path: '/customer-conditions',
  form: '/customer-conditions',
  group: 'Luồng gọi',
  place: 33,
  icon: IconUserQuestion,
  load: () => import('./customer-conditions.tsx'),
});
