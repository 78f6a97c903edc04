import { IconMicrophone } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'greeting',
  path: '/greeting',
  form: '/greeting',
  group: 'Âm thanh',
  place: 10,
  icon: IconMicrophone,
  load: () => import('./greetings.tsx'),
});
