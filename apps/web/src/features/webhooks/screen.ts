import { IconExternalLink } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'webhooks',
  path: '/webhooks',
  form: '/webhook',
  group: 'Cài đặt',
  place: 40,
  icon: IconExternalLink,
  load: () => import('./webhooks.tsx'),
});
