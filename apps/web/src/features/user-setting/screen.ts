import { IconUserCog } from '@alo/ui';

import type { Screen } from '../../resource/screen/screen.tsx';
import { ownSettingSections } from './sections.ts';

const screen: Screen = {
  path: '/user-setting/ho-so',
  label: 'Cài đặt cá nhân',
  group: 'Cài đặt',
  place: 20,
  icon: IconUserCog,
  access: 'general',
  daily: undefined,
  sections: ownSettingSections,
  routes: [{ path: '/user-setting/$slug', access: 'general', load: () => import('./user-setting-page.tsx') }],
};

export default screen;
