import { IconClock } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'time-groups',
  path: '/time-groups',
  form: '/time-groups',
  part: 'detailId',
  group: 'Tổng đài',
  place: 80,
  icon: IconClock,
  words: 'giờ làm việc ca trực ngày lễ tết lịch nghỉ',
  load: () => import('./time-groups.tsx'),
});
