import { IconPhoneIncoming } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'inbounds',
  path: '/inbounds',
  form: '/inbounds',
  group: 'Tổng đài',
  place: 10,
  icon: IconPhoneIncoming,
  words: 'quy tắc đầu số luật gọi đến',
  load: () => import('./inbounds.tsx'),
});
