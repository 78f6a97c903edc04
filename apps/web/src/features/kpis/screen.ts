import { IconTargetArrow, IconTrophy } from '@alo/ui';

import { pageScreen, resourceScreen } from '../../resource/screen/screen.tsx';

export default [
  resourceScreen({
    access: 'kpis',
    path: '/kpis',
    form: '/kpi',
    group: 'Báo cáo',
    place: 60,
    icon: IconTargetArrow,
    load: () => import('./kpis.tsx'),
  }),
  pageScreen({
    access: 'kpi-by-department.view',
    path: '/kpi-by-department',
    group: 'Báo cáo',
    place: 70,
    icon: IconTrophy,
    load: () => import('./kpi-by-department-page.tsx'),
  }),
];
