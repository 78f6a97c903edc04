import { IconMicrophone2 } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'system-prompts.view',
  path: '/company-voice',
  group: 'Âm thanh',
  place: 55,
  icon: IconMicrophone2,
  label: 'Giọng của công ty',
  load: () => import('./company-voice-page.tsx'),
});
