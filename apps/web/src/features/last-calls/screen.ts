import { IconUserCheck, IconUserCircle } from '@alo/ui';

import { pageScreen, resourceScreen } from '../../resource/screen/screen.tsx';

export default [
  resourceScreen({
    access: 'last-calls',
    path: '/last-calls',
    form: '/last-calls',
    group: 'Luồng gọi',
    place: 46,
    icon: IconUserCheck,
    load: () => import('./last-calls.tsx'),
  }),
  pageScreen({
    access: 'last-calls.view',
    label: 'Khách và người quen',
    path: '/last-talks',
    group: 'Cuộc gọi',
    place: 30,
    icon: IconUserCircle,
    load: () => import('./last-talks-page.tsx'),
  }),
];
