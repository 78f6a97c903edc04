import { musicOnHolds as contract } from '@alo/contract';
import { soundColumns } from '../../domain/sound/sound-columns.ts';
import { sound } from '../../domain/sound/sound-field.tsx';
import { percent } from '../../kit/format/numbers.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { onOff } from '../../resource/fields/choices.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { rows } from '../../resource/fields/rows.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'nhạc chờ',
  purpose: 'Nhạc chờ được phát khi khách đợi trong hàng hoặc được giữ máy.',
  columns: {
    name: 'Tên nhạc chờ',
    piece_count: { label: 'Số bài', numeric: true, sortable: false },
    random: { label: 'Chế độ phát', sortable: false, render: (random) => (random ? 'Ngẫu nhiên' : 'Lần lượt') },
    volume: { label: 'Âm lượng', numeric: true, hidden: true, render: (volume) => percent(volume) },
    ...soundColumns,
  },
  fields: {
    name: text('Tên nhạc chờ'),
    audio_id: sound('Bài đầu tiên'),
    pieces: rows('Các bài tiếp theo', { audio_id: sound('Âm thanh') }, { noun: 'bài', most: 19 }),
    random: onOff('Phát ngẫu nhiên', { hint: 'Mỗi lần phát là một thứ tự khác. Tắt: lần lượt từ bài đầu tiên.' }),
    volume: number('Âm lượng', {
      unit: '%',
      blank: 100,
      hint: '100 là như đã tải lên; mọi âm thanh đã được đưa về cùng độ to.',
    }),
    note: textarea('Ghi chú'),
  },
});
