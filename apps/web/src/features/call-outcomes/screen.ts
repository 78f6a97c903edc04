import { IconNote } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'call-outcomes',
  path: '/call-outcomes',
  form: '/call-outcome',
  group: 'Quản trị',
  place: 85,
  icon: IconNote,
  words: 'kết quả cuộc gọi hẹn gọi lại màu',
  load: () => import('./call-outcomes.tsx'),
});
