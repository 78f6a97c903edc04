import { IconFileCertificate } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'consents.view',
  path: '/consents',
  group: 'Khách hàng',
  place: 20,
  icon: IconFileCertificate,
  load: () => import('./consents-page.tsx'),
});
