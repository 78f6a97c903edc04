import { IconNote } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'call-outcomes',
  path: '/call-outcomes',
  form: '/call-outcome',
  group: 'Danh mục',
  place: 50,
  icon: IconNote,
  load: () => import('./call-outcomes.tsx'),
});
