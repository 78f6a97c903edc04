import { IconActivity, IconChartBar, IconChartGridDots, IconHourglass, IconTable, IconWifi } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default [
  pageScreen({
    access: 'history-by-department-team.view',
    label: 'Phân tích cuộc gọi',
    path: '/call-analysis',
    group: 'Báo cáo',
    place: 5,
    icon: IconChartGridDots,
    load: () => import('./analysis-page.tsx'),
  }),
  pageScreen({
    access: 'history-by-department-team.view',
    label: 'Theo phòng ban / nhóm',
    path: '/history-by-department-team',
    group: 'Báo cáo',
    place: 10,
    icon: IconChartBar,
    load: () => import('./department-page.tsx'),
  }),
  pageScreen({
    access: 'history-cdr-by-exten.view',
    label: 'Theo máy nhánh',
    path: '/history-cdr-by-exten',
    group: 'Báo cáo',
    place: 20,
    icon: IconTable,
    load: () => import('./extension-page.tsx'),
  }),
  pageScreen({
    access: 'history-by-department-team.view',
    label: 'Theo hàng đợi',
    path: '/history-by-queue',
    group: 'Báo cáo',
    place: 30,
    icon: IconHourglass,
    load: () => import('./queue-page.tsx'),
  }),
  pageScreen({
    access: 'history-by-status.view',
    path: '/history-by-status',
    group: 'Báo cáo',
    place: 40,
    icon: IconActivity,
    load: () => import('./status-page.tsx'),
  }),
  pageScreen({
    access: 'history-cdr-by-exten.view',
    label: 'Chất lượng âm thanh',
    path: '/history-by-quality',
    group: 'Báo cáo',
    place: 50,
    icon: IconWifi,
    load: () => import('./quality-page.tsx'),
  }),
];
