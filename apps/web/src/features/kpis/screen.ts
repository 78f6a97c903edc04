import { IconChartBar, IconTargetArrow } from '@alo/ui';

import { pageScreen, resourceScreen } from '../../resource/screen/screen.tsx';

export default [
  resourceScreen({
    access: 'kpis',
    path: '/kpis',
    form: '/kpi',
    group: 'KPI',
    place: 10,
    icon: IconTargetArrow,
    words: 'mục tiêu chỉ tiêu tháng tiến độ hoàn thành',
    load: () => import('./kpis.tsx'),
  }),
  pageScreen({
    access: 'kpi-by-department.view',
    path: '/kpi-by-department',
    group: 'KPI',
    place: 20,
    icon: IconChartBar,
    words: 'mục tiêu nhóm đội tổng hợp tiến độ',
    load: () => import('./kpi-by-department-page.tsx'),
  }),
];
