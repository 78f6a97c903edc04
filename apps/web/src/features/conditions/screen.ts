import { IconArrowsSplit2 } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'conditions',
  path: '/conditions',
  form: '/conditions',
  group: 'Tổng đài',
  place: 75,
  icon: IconArrowsSplit2,
  words: 'ngày đêm giờ làm việc rẽ nhánh',
  load: () => import('./conditions.tsx'),
});
