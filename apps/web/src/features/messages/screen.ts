import { IconMail, IconMailForward, IconMessageCircle } from '@alo/ui';

import { pageScreen, resourceScreen } from '../../resource/screen/screen.tsx';

export default [
  pageScreen({
    access: 'messages.view',
    path: '/messages',
    group: 'Chiến dịch & khảo sát',
    place: 60,
    icon: IconMail,
    load: () => import('./messages-page.tsx'),
  }),
  resourceScreen({
    access: 'message-templates',
    path: '/message-templates',
    form: '/message-template',
    group: 'Chiến dịch & khảo sát',
    place: 62,
    icon: IconMessageCircle,
    load: () => import('./message-templates.tsx'),
  }),
  resourceScreen({
    access: 'message-providers',
    path: '/message-providers',
    form: '/message-provider',
    group: 'Cài đặt',
    place: 42,
    icon: IconMailForward,
    load: () => import('./message-providers.tsx'),
  }),
];
