import { IconPhone, IconPhoneCall } from '@alo/ui';

import { resourceScreen, viewScreen } from '../../resource/screen/screen.tsx';

export default [
  resourceScreen({
    access: 'subscribers',
    path: '/subscribers',
    form: '/subscribers',
    group: 'Máy & người',
    place: 10,
    icon: IconPhone,
    load: async () => ({ default: (await import('./pages.ts')).subscribers }),
  }),
  viewScreen({
    access: 'subscribers',
    label: 'Thuê bao thoại',
    path: '/voices/subscribers',
    form: '/subscribers',
    group: 'Máy & người',
    place: 12,
    viewOf: '/subscribers',
    icon: IconPhoneCall,
    load: async () => ({ default: (await import('./pages.ts')).lines }),
  }),
];
