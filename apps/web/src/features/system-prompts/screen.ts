import { getSystemPrompts } from '@alo/contract';
import { IconMessageLanguage } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'system-prompts.view',
  path: '/system-prompts',
  group: 'Tổng đài',
  place: 88,
  icon: IconMessageLanguage,
  words: 'câu nói tổng đài tự đọc thu lại thay giọng chữ số',
  reads: getSystemPrompts,
  load: () => import('./system-prompts-page.tsx'),
});
