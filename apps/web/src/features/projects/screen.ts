import { IconBriefcase } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'projects',
  path: '/projects',
  form: '/project',
  group: 'Quản trị',
  place: 60,
  icon: IconBriefcase,
  words: 'chiến dịch công việc',
  load: () => import('./projects.tsx'),
});
