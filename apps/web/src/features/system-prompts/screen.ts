import { IconMessageLanguage } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'system-prompts.view',
  path: '/system-prompts',
  group: 'Âm thanh',
  place: 50,
  icon: IconMessageLanguage,
  load: () => import('./system-prompts-page.tsx'),
});
