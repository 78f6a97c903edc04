import { greetings as contract, greetingLanguages } from '@alo/contract';

import { oneOf } from '../../shared/fields/choices.tsx';
import { only } from '../../shared/fields/filters.tsx';
import { text, textarea } from '../../shared/fields/text.tsx';
import { adminResource } from '../../shared/resource/admin-resource.tsx';
import { soundColumns } from '../../shared/sound/sound-columns.ts';
import { sound } from '../../shared/sound/sound-field.tsx';

export default adminResource({
  contract,
  noun: 'lời chào',
  purpose: 'Lời chào là âm thanh mà thông báo, cây IVR, hàng đợi và hộp thư thoại phát cho người gọi.',
  columns: { name: 'Tên lời chào', language: 'Ngôn ngữ', ...soundColumns },
  fields: {
    name: text('Tên lời chào'),
    audio_id: sound('Âm thanh'),
    language: oneOf('Ngôn ngữ', greetingLanguages, { blank: 'vi' }),
    note: textarea('Ghi chú'),
  },
  filters: [only('language', oneOf('Ngôn ngữ', greetingLanguages))],
});
