import { createHotline } from '@alo/contract';
import { IconHash, IconHeadset } from '@alo/ui';

import { resourceScreen, viewScreen } from '../../shared/screen/screen.tsx';

export default [
  resourceScreen({
    access: 'numbers',
    path: '/numbers',
    form: '/number',
    group: 'Tổng đài',
    place: 5,
    icon: IconHash,
    words: 'hotline số dịch vụ kênh hạn sử dụng',
    load: () => import('./numbers.tsx'),
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
    load: () => import('./hotlines.tsx'),
    more: [
      {
        path: '/etelecom/create-hotline',
        access: createHotline.access,
        load: async () => ({ default: (await import('./create-hotline-page.tsx')).CreateHotlinePage }),
      },
    ],
  }),
];
