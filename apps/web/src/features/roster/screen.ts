import { IconCalendarCheck, IconCalendarTime, IconCalendarUser } from '@alo/ui';

import { pageScreen, resourceScreen } from '../../resource/screen/screen.tsx';

export default [
  pageScreen({
    access: 'roster.view',
    path: '/roster',
    group: 'Tổ chức',
    place: 60,
    icon: IconCalendarUser,
    load: () => import('./roster-page.tsx'),
  }),
  resourceScreen({
    access: 'shifts',
    path: '/shifts',
    form: '/shift',
    group: 'Tổ chức',
    place: 62,
    icon: IconCalendarTime,
    load: () => import('./shifts.tsx'),
  }),
  pageScreen({
    access: 'roster.view',
    label: 'Tuân thủ lịch',
    path: '/roster-adherence',
    group: 'Báo cáo',
    place: 46,
    icon: IconCalendarCheck,
    load: () => import('./adherence-page.tsx'),
  }),
];
