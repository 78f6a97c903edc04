import { announcements as contract, greetingAll } from '@alo/contract';
import { warnedName } from '../../domain/routing/path-warnings.tsx';
import { soundLength } from '../../domain/sound/sound-length.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { destination, destinationText } from '../../resource/fields/destinations.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'thông báo',
  purpose: 'Thông báo phát một đoạn âm thanh cho người gọi, rồi đưa họ đi tiếp.',
  columns: {
    name: {
      label: 'Tên thông báo',
      render: warnedName,
    },
    greeting_name: { label: 'Âm thanh', render: (name, { has_sound: has }) => name ?? (has ? 'Lời có sẵn' : '–') },
    duration_ms: { label: 'Thời lượng', numeric: true, render: (ms) => (ms === null ? '–' : soundLength(ms)) },
    then: { label: 'Sau khi phát', sortable: false, render: (to, row) => destinationText(to, row.then_name) },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên thông báo'),
    greeting_id: reference('Âm thanh', greetingAll, { hint: 'Chọn từ danh sách lời chào; thêm mới ở trang Lời chào.' }),
    skip_key: text('Phím bỏ qua', { hint: 'Người gọi bấm phím này để không phải nghe hết. Ví dụ #.' }),
    then: destination('Sau khi phát'),
    note: textarea('Ghi chú'),
  },
});
