import { IconRoute } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'call-test.view',
  path: '/call-test',
  group: 'Tổng đài',
  place: 5,
  icon: IconRoute,
  words: 'mô phỏng thử cuộc gọi đi đâu vì sao kiểm tra quy tắc',
  load: () => import('./call-test-page.tsx'),
});
