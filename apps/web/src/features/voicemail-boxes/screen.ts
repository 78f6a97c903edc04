import { IconNote } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'voicemail-boxes',
  path: '/voicemail-boxes',
  form: '/voicemail-boxes',
  group: 'Tổng đài',
  place: 70,
  icon: IconNote,
  words: 'lời nhắn để lại tin nhắn thoại',
  load: () => import('./voicemail-boxes.tsx'),
});
