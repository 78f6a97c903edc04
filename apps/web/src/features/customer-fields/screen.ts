import { IconTable } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'customer-fields',
  path: '/customer-fields',
  form: '/customer-field',
  group: 'Cài đặt',
  place: 20,
  icon: IconTable,
  words: 'trường tuỳ chỉnh thông tin thêm khách hàng custom field cột riêng',
  load: () => import('./customer-fields.tsx'),
});
