import { IconPhoneX } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default [
  pageScreen({
    access: 'call-history.view',
    label: 'Cần gọi lại',
    path: '/calls-to-return',
    group: 'Cuộc gọi',
    place: 20,
    icon: IconPhoneX,
    load: () => import('./calls-to-return-page.tsx'),
  }),
];
