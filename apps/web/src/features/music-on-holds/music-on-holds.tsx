import { musicOnHolds as contract } from '@alo/contract';

import { text, textarea } from '../../shared/fields/text.tsx';
import { adminResource } from '../../shared/resource/admin-resource.tsx';
import { soundColumns } from '../../shared/sound/sound-columns.ts';
import { sound } from '../../shared/sound/sound-field.tsx';

export default adminResource({
  contract,
  noun: 'nhạc chờ',
  purpose: 'Nhạc chờ được phát khi khách đợi trong hàng hoặc được giữ máy.',
  columns: { name: 'Tên nhạc chờ', ...soundColumns },
  fields: {
    name: text('Tên nhạc chờ'),
    audio_id: sound('Âm thanh'),
    note: textarea('Ghi chú'),
  },
});
