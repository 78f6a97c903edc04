import { IconDialpad } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'ivr-details',
  path: '/ivr-details',
  form: '/ivr-details',
  group: 'Tổng đài',
  place: 55,
  icon: IconDialpad,
  words: 'lời thoại tương tác bấm phím',
  load: () => import('./ivr-menus.tsx'),
});
