import { IconPassword } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'api-keys',
  path: '/api-keys',
  form: '/api-key',
  group: 'Cài đặt',
  place: 30,
  icon: IconPassword,
  load: () => import('./api-keys.tsx'),
});
