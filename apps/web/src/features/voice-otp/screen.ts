import { IconNumber123, IconShieldLock } from '@alo/ui';

import { pageScreen, resourceScreen } from '../../resource/screen/screen.tsx';

export default [
  pageScreen({
    access: 'voice-otp.view',
    licence: 'voice-otp',
    path: '/voice-otp/list',
    group: 'Voice OTP',
    place: 10,
    icon: IconShieldLock,
    load: () => import('./requests-page.tsx'),
  }),
  resourceScreen({
    access: 'voice-otp-number',
    licence: 'voice-otp',
    path: '/voice-otp/number',
    form: '/voice-otp/number',
    group: 'Voice OTP',
    place: 20,
    icon: IconNumber123,
    load: () => import('./otp-numbers.tsx'),
  }),
];
