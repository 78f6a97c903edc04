import { IconCircleX, IconPhoneOff } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default [
  resourceScreen({
    access: 'list-of-blocked-incoming-numbers',
    path: '/list-of-blocked-incoming-numbers',
    form: '/list-of-blocked-incoming-numbers',
    group: 'Tổng đài',
    place: 90,
    icon: IconPhoneOff,
    words: 'số đen quấy rối số ẩn từ chối',
    load: () => import('./blocked-in.tsx'),
  }),
  resourceScreen({
    access: 'list-of-blocked-out-numbers',
    path: '/list-of-blocked-out-numbers',
    form: '/list-of-blocked-out-numbers',
    group: 'Tổng đài',
    place: 100,
    icon: IconCircleX,
    words: 'không gọi dnc từ chối quảng cáo',
    load: () => import('./blocked-out.tsx'),
  }),
];
