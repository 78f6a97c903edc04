import { IconGitBranch } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'routing-versions.view',
  path: '/routing-versions',
  group: 'Luồng gọi',
  place: 14,
  icon: IconGitBranch,
  load: () => import('./versions-page.tsx'),
});
