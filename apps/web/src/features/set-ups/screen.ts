import { IconTemplate } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'routing-versions.update',
  path: '/set-up',
  label: 'Mẫu tổng đài',
  group: 'Luồng gọi',
  place: 16,
  icon: IconTemplate,
  load: () => import('./set-up-page.tsx'),
});
