import { audioSources, musicOnHolds as contract } from '@alo/contract';

import { text, textarea } from '../../shared/fields/text.tsx';
import { fileSize } from '../../shared/format/numbers.ts';
import { adminResource } from '../../shared/resource/admin-resource.tsx';
import { sound } from '../../shared/sound/sound-field.tsx';
import { soundLength } from '../../shared/sound/sound-length.ts';

export default adminResource({
  contract,
  noun: 'nhạc chờ',
  purpose: 'Nhạc chờ được phát khi khách đợi trong hàng hoặc được giữ máy.',
  columns: {
    name: 'Tên nhạc chờ',
    audio_id: { label: 'Nghe thử', sortable: false },
    source: { label: 'Nguồn', render: (source) => audioSources[source] },
    title: { label: 'Tệp hoặc lời đọc', hidden: true },
    duration_ms: { label: 'Thời lượng', numeric: true, render: soundLength },
    bytes: { label: 'Dung lượng', numeric: true, hidden: true, render: fileSize },
    used_count: {
      label: 'Đang dùng ở',
      numeric: true,
      render: (count) => (count === 0 ? 'Chưa dùng' : `${count} nơi`),
    },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên nhạc chờ'),
    audio_id: sound('Âm thanh'),
    note: textarea('Ghi chú'),
  },
});
