import { IconRecordMail } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'voicemail-boxes',
  path: '/voicemail-boxes',
  form: '/voicemail-boxes',
  group: 'Âm thanh',
  place: 40,
  icon: IconRecordMail,
  load: () => import('./voicemail-boxes.tsx'),
});
