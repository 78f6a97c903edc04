import { IconUsers } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'queue',
  path: '/queue',
  form: '/queue',
  group: 'Luồng gọi',
  place: 42,
  icon: IconUsers,
  load: () => import('./call-queues.tsx'),
});
