import { IconBuildingStore } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'branchs',
  path: '/branchs',
  form: '/branch',
  group: 'Quản trị',
  place: 30,
  icon: IconBuildingStore,
  words: 'cơ sở',
  load: () => import('./branches.tsx'),
});
