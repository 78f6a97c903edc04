import { IconPhone } from '@alo/ui';

import { resourceScreen } from '../../shared/screen/screen.tsx';

export default resourceScreen({
  access: 'subscribers',
  path: '/subscribers',
  form: '/subscribers',
  group: 'Tổng đài',
  place: 30,
  icon: IconPhone,
  words: 'số nội bộ thuê bao chuyển tiếp không làm phiền quyền gọi',
  load: () => import('./subscribers.tsx'),
});
