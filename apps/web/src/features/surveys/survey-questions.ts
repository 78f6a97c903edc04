import { allSurveyCategory, surveyQuestions as contract, greetingAll, hasChoices, questionKinds } from '@alo/contract';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { lines } from '../../resource/fields/lines.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'câu hỏi khảo sát',
  purpose: 'Câu hỏi viết một lần, dùng trong nhiều khảo sát. Sửa câu hỏi không đổi lời của câu đã được trả lời.',
  order: 'position',
  columns: {
    name: 'Nội dung',
    category_name: 'Danh mục',
    kind: { label: 'Loại', render: (kind) => questionKinds[kind] },
    choices: { label: 'Đáp án', sortable: false, hidden: true, render: (choices) => choices.join(', ') || '–' },
    required: { label: 'Bắt buộc', render: (on) => (on ? 'Bắt buộc' : '–') },
    greeting_name: { label: 'Lời hỏi', hidden: true, sortable: false, render: (name) => name ?? 'Máy đọc' },
    position: { label: 'Thứ tự', numeric: true },
    note: { label: 'Ghi chú', hidden: true, sortable: false },
  },
  fields: {
    name: text('Nội dung', { placeholder: 'Anh/chị hài lòng với lần phục vụ này không?' }),
    category_id: reference('Danh mục', allSurveyCategory),
    kind: oneOf('Loại', questionKinds, { blank: 'scale' }),
    choices: lines('Đáp án', { hint: 'Mỗi dòng một đáp án, theo thứ tự muốn thấy.' }),
    required: onOff('Bắt buộc trả lời'),
    greeting_id: reference('Lời hỏi trong cuộc gọi', greetingAll, {
      hint: 'Đọc cả câu hỏi và phím nào là đáp án nào. Để trống: máy đọc câu hỏi.',
    }),
    position: number('Thứ tự', { hint: 'Số nhỏ đứng trước.', blank: 0 }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Đáp án', when: ({ kind }) => hasChoices(kind), fields: ['choices'] },
    { title: 'Thêm', fields: ['required', 'greeting_id', 'position', 'note'] },
  ],
  filters: [only('category_id', reference('Danh mục', allSurveyCategory)), only('kind', oneOf('Loại', questionKinds))],
});
