import { IconHistory, IconPhoneCall, IconPhoneOutgoing, IconTable } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

const known = { access: 'call-history.view', group: 'Cuộc gọi' } as const;

export default [
  pageScreen({
    ...known,
    path: '/call-history',
    place: 10,
    icon: IconHistory,
    words: 'ghi âm nhật ký cdr',
    daily: 'Lịch sử',
    load: () => import('./call-history-page.tsx'),
  }),
  pageScreen({
    ...known,
    label: 'Cuộc gọi thành công',
    path: '/history-success-call',
    place: 20,
    icon: IconPhoneCall,
    words: 'gặp có người trả lời đàm thoại ghi âm',
    load: () => import('./success-page.tsx'),
  }),
  pageScreen({
    ...known,
    label: 'Cuộc gọi qua FPT',
    path: '/reports/fpt/call-history',
    place: 50,
    icon: IconTable,
    words: 'nhà mạng đường truyền hotline',
    load: async () => ({ default: (await import('./carrier-pages.tsx')).FptCalls }),
  }),
  pageScreen({
    ...known,
    label: 'Cuộc gọi qua eTelecom',
    path: '/etelecom/call-history',
    place: 60,
    icon: IconPhoneOutgoing,
    words: 'nhà mạng đường truyền hotline',
    load: async () => ({ default: (await import('./carrier-pages.tsx')).EtelecomCalls }),
  }),
];
