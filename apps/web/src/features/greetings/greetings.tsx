import { audioSources, greetings as contract, greetingLanguages } from '@alo/contract';

import { oneOf } from '../../shared/fields/choices.tsx';
import { only } from '../../shared/fields/filters.tsx';
import { text, textarea } from '../../shared/fields/text.tsx';
import { fileSize } from '../../shared/format/numbers.ts';
import { adminResource } from '../../shared/resource/admin-resource.tsx';
import { sound } from '../../shared/sound/sound-field.tsx';
import { soundLength } from '../../shared/sound/sound-length.ts';

export default adminResource({
  contract,
  noun: 'lời chào',
  purpose: 'Lời chào là âm thanh mà thông báo, cây IVR, hàng đợi và hộp thư thoại phát cho người gọi.',
  columns: {
    name: 'Tên lời chào',
    audio_id: { label: 'Nghe thử', sortable: false },
    source: { label: 'Nguồn', render: (source) => audioSources[source] },
    title: { label: 'Tệp hoặc lời đọc', hidden: true },
    language: 'Ngôn ngữ',
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
    name: text('Tên lời chào'),
    audio_id: sound('Âm thanh'),
    language: oneOf('Ngôn ngữ', greetingLanguages, { blank: 'vi' }),
    note: textarea('Ghi chú'),
  },
  filters: [only('language', oneOf('Ngôn ngữ', greetingLanguages))],
});
