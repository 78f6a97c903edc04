import { all } from '@alo/contract';
import { IconDeviceLandlinePhone, IconHash } from '@alo/ui';

import { resourceScreen, viewScreen } from '../../resource/screen/screen.tsx';

export default [
  resourceScreen({
    access: 'numbers',
    path: '/numbers',
    form: '/number',
    group: 'Số & đường truyền',
    place: 20,
    icon: IconHash,
    load: async () => ({ default: (await import('./pages.ts')).numbers }),
  }),
  viewScreen({
    access: 'numbers',
    label: 'Danh sách hotline',
    path: '/etelecom/list-hotline',
    form: '/number',
    group: 'Số & đường truyền',
    place: 22,
    viewOf: '/numbers',
    icon: IconDeviceLandlinePhone,
    load: async () => ({ default: (await import('./pages.ts')).hotlines }),
    more: [
      {
        path: '/etelecom/create-hotline',
        // What `createHotline` asks for; the call itself comes with the page.
        access: all('numbers.create', 'inbounds.create'),
        load: async () => ({ default: (await import('./create-hotline-page.tsx')).CreateHotlinePage }),
      },
    ],
  }),
];
