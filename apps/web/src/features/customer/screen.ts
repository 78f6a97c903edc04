import { IconAddressBook } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'customer',
  path: '/customer',
  form: '/customer',
  group: 'Khách hàng',
  place: 10,
  icon: IconAddressBook,
  daily: 'Khách hàng',
  load: () => import('./customer.tsx'),
});
