import { IconBriefcase } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'projects',
  path: '/projects',
  form: '/project',
  group: 'Danh mục',
  place: 10,
  icon: IconBriefcase,
  load: () => import('./projects.tsx'),
});
