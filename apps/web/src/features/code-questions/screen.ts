import { IconZoomQuestion } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'code-questions',
  path: '/code-questions',
  form: '/code-questions',
  group: 'Luồng gọi',
  place: 35,
  icon: IconZoomQuestion,
  load: () => import('./code-questions.tsx'),
});
