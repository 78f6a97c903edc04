import { historiesCall } from '@alo/contract';
import { IconHistory } from '@alo/ui';

import { pageScreen } from '../../shared/screen/screen.tsx';

export default pageScreen({
  access: 'call-history.view',
  path: '/call-history',
  group: 'Cuộc gọi',
  place: 10,
  icon: IconHistory,
  words: 'ghi âm nhật ký cdr',
  daily: 'Lịch sử',
  reads: historiesCall,
  load: () => import('./call-history-page.tsx'),
});
