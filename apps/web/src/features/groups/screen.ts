import { IconUsersGroup } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'groups',
  path: '/groups',
  form: '/groups',
  group: 'Tổng đài',
  place: 40,
  icon: IconUsersGroup,
  words: 'nhóm số nội bộ quyền gọi hotline',
  load: () => import('./groups.tsx'),
});
