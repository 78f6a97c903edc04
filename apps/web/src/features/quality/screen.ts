import { IconChecklist, IconDice5, IconFileCheck, IconReportAnalytics } from '@alo/ui';

import { pageScreen, resourceScreen } from '../../resource/screen/screen.tsx';

export default [
  pageScreen({
    access: 'quality.view',
    label: 'Chấm điểm',
    path: '/call-scores',
    group: 'Cuộc gọi',
    place: 40,
    icon: IconChecklist,
    load: () => import('./scores-page.tsx'),
  }),
  resourceScreen({
    access: 'score-sheets',
    path: '/score-sheets',
    form: '/score-sheet',
    group: 'Cuộc gọi',
    place: 42,
    icon: IconFileCheck,
    load: () => import('./score-sheets.tsx'),
  }),
  resourceScreen({
    access: 'sampling-rules',
    path: '/sampling-rules',
    form: '/sampling-rule',
    group: 'Cuộc gọi',
    place: 44,
    icon: IconDice5,
    load: () => import('./sampling-rules.tsx'),
  }),
  pageScreen({
    access: 'quality.view',
    label: 'Điểm cuộc gọi',
    path: '/report-scores',
    group: 'Báo cáo',
    place: 60,
    icon: IconReportAnalytics,
    load: () => import('./report-page.tsx'),
  }),
];
