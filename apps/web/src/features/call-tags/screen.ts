import { IconTag } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'call-tags',
  path: '/call-tags',
  form: '/call-tag',
  group: 'Quản trị',
  place: 86,
  icon: IconTag,
  words: 'nhãn cuộc gọi thẻ tag màu',
  load: () => import('./call-tags.tsx'),
});
