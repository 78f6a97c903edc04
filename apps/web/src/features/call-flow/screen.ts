import { IconSitemap } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'call-flow.view',
  path: '/call-flow',
  group: 'Tổng đài',
  place: 6,
  icon: IconSitemap,
  words: 'sơ đồ kịch bản hình vẽ đường đi của cuộc gọi đầu số',
  load: () => import('./flow-page.tsx'),
});
