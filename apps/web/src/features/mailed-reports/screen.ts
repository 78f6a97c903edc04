import { IconMailFast } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'mailed-reports',
  path: '/mailed-reports',
  form: '/mailed-report',
  group: 'Báo cáo',
  place: 60,
  icon: IconMailFast,
  load: () => import('./mailed-reports.tsx'),
});
