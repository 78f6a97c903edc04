import { IconRobot } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'automations',
  path: '/automations',
  form: '/automation',
  group: 'Chiến dịch & khảo sát',
  place: 58,
  icon: IconRobot,
  load: () => import('./automations.tsx'),
});
