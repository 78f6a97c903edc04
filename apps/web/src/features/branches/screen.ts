import { IconBuildingStore } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'branchs',
  path: '/branchs',
  form: '/branch',
  group: 'Tổ chức',
  place: 30,
  icon: IconBuildingStore,
  load: () => import('./branches.tsx'),
});
