import { IconTag } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'call-tags',
  path: '/call-tags',
  form: '/call-tag',
  group: 'Danh mục',
  place: 60,
  icon: IconTag,
  load: () => import('./call-tags.tsx'),
});
