import { any } from '@alo/contract';
import { IconChecklist, IconDice5, IconFileCheck, IconReportAnalytics, IconScale } from '@alo/ui';

import { pageScreen, resourceScreen, type Screen } from '../../resource/screen/screen.tsx';

const takesPart = any('quality.score', 'quality.decide');

/** Whoever leads one may score nothing otherwise. */
const calibrationScreen: Screen = {
  ...pageScreen({
    access: 'quality.score',
    label: 'Hiệu chuẩn',
    path: '/calibrations',
    group: 'Cuộc gọi',
    place: 46,
    icon: IconScale,
    load: () => import('./calibrations-page.tsx'),
  }),
  access: takesPart,
  routes: [
    { path: '/calibrations', access: takesPart, load: () => import('./calibrations-page.tsx') },
    { path: '/calibration/view/$id', access: takesPart, load: () => import('./calibration-page.tsx') },
    { path: '/calibrated-scorers', access: takesPart, load: () => import('./calibrated-scorers-page.tsx') },
    { path: '/calibration/open', access: 'quality.decide', load: () => import('./calibration-form-page.tsx') },
  ],
};

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
  calibrationScreen,
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
