import { IconCircleX, IconPhoneOff } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default [
  resourceScreen({
    access: 'list-of-blocked-incoming-numbers',
    path: '/list-of-blocked-incoming-numbers',
    form: '/list-of-blocked-incoming-numbers',
    group: 'Chặn & mã',
    place: 10,
    icon: IconPhoneOff,
    load: () => import('./blocked-in.tsx'),
  }),
  resourceScreen({
    access: 'list-of-blocked-out-numbers',
    path: '/list-of-blocked-out-numbers',
    form: '/list-of-blocked-out-numbers',
    group: 'Chặn & mã',
    place: 20,
    icon: IconCircleX,
    load: () => import('./blocked-out.tsx'),
  }),
];
