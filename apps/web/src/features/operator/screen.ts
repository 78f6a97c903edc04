import { operator } from '@alo/contract';
import { IconBuilding } from '@alo/ui';

import type { Screen } from '../../resource/screen/screen.tsx';

const load = async () => ({ default: (await import('./operator-page.tsx')).OperatorPage });

const loadNumbers = async () => ({ default: (await import('./numbers-page.tsx')).OperatedNumbersPage });

const loadShares = async () => ({ default: (await import('./shares-page.tsx')).SharesPage });

/** For whoever runs the installation, and for nobody else. */
const screen: Screen = {
  path: '/operator',
  label: 'Vận hành',
  group: 'Quản trị',
  place: 5,
  icon: IconBuilding,
  access: operator,
  daily: undefined,
  words: 'công ty chỗ bản quyền đĩa dung lượng tình trạng hệ thống đầu số nhà mạng hạn mức phần được cấp',
  routes: [
    { path: '/operator', access: operator, load },
    { path: '/operator/numbers', access: operator, load: loadNumbers },
    { path: '/operator/shares', access: operator, load: loadShares },
  ],
};

export default screen;
