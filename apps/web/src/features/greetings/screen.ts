import { IconMicrophone } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'greeting',
  path: '/greeting',
  form: '/greeting',
  group: 'Tổng đài',
  place: 86,
  icon: IconMicrophone,
  words: 'âm thanh ghi âm thu đọc văn bản tts',
  load: () => import('./greetings.tsx'),
});
