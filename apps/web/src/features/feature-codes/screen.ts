import { getFeatureCodes } from '@alo/contract';
import { IconDialpad } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'feature-codes.view',
  path: '/feature-codes',
  group: 'Tổng đài',
  place: 85,
  icon: IconDialpad,
  words: 'mã sao *98 *8 không làm phiền chuyển tiếp nhận thay ngày đêm',
  reads: getFeatureCodes,
  load: () => import('./feature-codes-page.tsx'),
});
