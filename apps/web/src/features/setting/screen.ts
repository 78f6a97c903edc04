import { IconSettings } from '@alo/ui';

import type { Screen } from '../../resource/screen/screen.tsx';
import { settingSections } from './sections.ts';

const load = () => import('./setting-page.tsx');

const screen: Screen = {
  path: '/setting',
  label: 'Cài đặt hệ thống',
  group: 'Cài đặt',
  place: 10,
  icon: IconSettings,
  access: 'setting.view',
  daily: undefined,
  sections: settingSections,
  routes: [
    { path: '/setting', access: 'setting.view', load },
    { path: '/setting/$slug', access: 'setting.view', load },
  ],
};

export default screen;
