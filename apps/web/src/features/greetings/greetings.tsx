import { greetings as contract, greetingLanguages } from '@alo/contract';
import { soundColumns } from '../../domain/sound/sound-columns.ts';
import { sound } from '../../domain/sound/sound-field.tsx';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

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
