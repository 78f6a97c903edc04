import { IconAntenna, IconBroadcast, IconHistory, IconPhoneCheck } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

const known = { access: 'call-history.view', group: 'Cuộc gọi' } as const;

export default [
  pageScreen({
    ...known,
    path: '/call-history',
    place: 10,
    icon: IconHistory,
    daily: 'Lịch sử',
    load: () => import('./call-history-page.tsx'),
  }),
  pageScreen({
    ...known,
    label: 'Cuộc gọi thành công',
    path: '/history-success-call',
    place: 12,
    viewOf: '/call-history',
    icon: IconPhoneCheck,
    load: () => import('./success-page.tsx'),
  }),
  pageScreen({
    ...known,
    label: 'Cuộc gọi qua FPT',
    path: '/reports/fpt/call-history',
    place: 14,
    viewOf: '/call-history',
    carrier: 'fpt',
    icon: IconAntenna,
    load: async () => ({ default: (await import('./carrier-pages.tsx')).FptCalls }),
  }),
  pageScreen({
    ...known,
    label: 'Cuộc gọi qua eTelecom',
    path: '/etelecom/call-history',
    place: 16,
    viewOf: '/call-history',
    carrier: 'etelecom',
    icon: IconBroadcast,
    load: async () => ({ default: (await import('./carrier-pages.tsx')).EtelecomCalls }),
  }),
];
