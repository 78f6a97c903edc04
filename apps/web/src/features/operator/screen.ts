import { operator } from '@alo/contract';
import { IconBuilding } from '@alo/ui';

import type { Screen } from '../../resource/screen/screen.tsx';

const load = async () => ({ default: (await import('./operator-page.tsx')).OperatorPage });

const loadNumbers = async () => ({ default: (await import('./numbers-page.tsx')).OperatedNumbersPage });

const loadShares = async () => ({ default: (await import('./shares-page.tsx')).SharesPage });

const loadCarriers = async () => ({ default: (await import('./carriers-page.tsx')).CarriersPage });

const loadRefusals = async () => ({ default: (await import('./refusals-page.tsx')).RefusalsPage });

const loadNodes = async () => ({ default: (await import('./nodes-page.tsx')).NodesPage });

/** For whoever runs the installation, and for nobody else. */
const screen: Screen = {
  path: '/operator',
  label: 'Vận hành',
  group: 'Tổng quan',
  place: 20,
  icon: IconBuilding,
  access: operator,
  daily: undefined,
  routes: [
    { path: '/operator', access: operator, load },
    { path: '/operator/numbers', access: operator, load: loadNumbers },
    { path: '/operator/shares', access: operator, load: loadShares },
    { path: '/operator/carriers', access: operator, load: loadCarriers },
    { path: '/operator/nodes', access: operator, load: loadNodes },
    { path: '/operator/refusals', access: operator, load: loadRefusals },
  ],
};

export default screen;
