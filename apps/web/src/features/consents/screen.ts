import { IconCertificate, IconFileCertificate } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default [
  pageScreen({
    access: 'consents.view',
    label: 'Đồng ý và từ chối',
    path: '/consents',
    group: 'Khách hàng',
    place: 20,
    icon: IconFileCertificate,
    load: () => import('./consents-page.tsx'),
  }),
  pageScreen({
    access: 'consents.view',
    label: 'Phiếu tháng theo luật',
    path: '/consents/month',
    group: 'Khách hàng',
    place: 21,
    icon: IconCertificate,
    load: () => import('./month-page.tsx'),
  }),
];
