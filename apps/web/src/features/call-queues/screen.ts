import { IconUsers } from '@alo/ui';

import { resourceScreen } from '../../shared/screen/screen.tsx';

export default resourceScreen({
  access: 'queue',
  path: '/queue',
  form: '/queue',
  group: 'Tổng đài',
  place: 40,
  icon: IconUsers,
  words: 'xếp hàng chờ phân phối cuộc gọi acd',
  load: () => import('./call-queues.tsx'),
});
