import { IconHash } from '@alo/ui';

import { resourceScreen } from '../../shared/screen/screen.tsx';

export default resourceScreen({
  access: 'numbers',
  path: '/numbers',
  form: '/number',
  group: 'Tổng đài',
  place: 5,
  icon: IconHash,
  words: 'hotline số dịch vụ kênh hạn sử dụng',
  load: () => import('./numbers.tsx'),
});
