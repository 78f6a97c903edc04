import { IconFileText } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'activity-user-tenant.view',
  path: '/activity-user-tenant',
  group: 'Quản trị',
  place: 90,
  icon: IconFileText,
  words: 'nhật ký kiểm toán ai làm gì audit lịch sử thay đổi',
  load: () => import('./activity-page.tsx'),
});
