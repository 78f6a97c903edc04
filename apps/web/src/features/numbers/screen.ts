import { all } from '@alo/contract';
import { IconHash, IconHeadset } from '@alo/ui';

import { resourceScreen, viewScreen } from '../../resource/screen/screen.tsx';

export default [
  resourceScreen({
    access: 'numbers',
    path: '/numbers',
    form: '/number',
    group: 'Tổng đài',
    place: 5,
    icon: IconHash,
    words: 'hotline số dịch vụ kênh hạn sử dụng',
    load: async () => ({ default: (await import('./pages.ts')).numbers }),
  }),
  viewScreen({
    access: 'numbers',
    label: 'Danh sách hotline',
    path: '/etelecom/list-hotline',
    form: '/number',
    group: 'Tổng đài',
    place: 3,
    icon: IconHeadset,
    words: 'tạo hotline đầu số giờ làm việc đang mở gọi đi đâu etelecom',
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
