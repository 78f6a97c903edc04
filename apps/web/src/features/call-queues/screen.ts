import { IconUsers } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'queue',
  path: '/queue',
  form: '/queue',
  group: 'Tổng đài',
  place: 50,
  icon: IconUsers,
  words: 'xếp hàng chờ phân phối cuộc gọi acd',
  load: () => import('./call-queues.tsx'),
});
