import { IconGitBranch } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'routing-versions.view',
  path: '/routing-versions',
  group: 'Tổng đài',
  place: 7,
  icon: IconGitBranch,
  words: 'bản nháp công bố quay lại lịch sử cấu hình thay đổi định tuyến',
  load: () => import('./versions-page.tsx'),
});
