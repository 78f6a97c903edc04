import { surveyCategories as contract } from '@alo/contract';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'danh mục khảo sát',
  purpose: 'Danh mục gom các câu hỏi cùng một chuyện: phục vụ, giao hàng, sản phẩm.',
  order: 'position',
  columns: {
    name: 'Tên danh mục',
    questions: { label: 'Số câu hỏi', numeric: true, sortable: false },
    position: { label: 'Thứ tự', numeric: true },
    note: { label: 'Mô tả', sortable: false },
  },
  fields: {
    name: text('Tên danh mục'),
    position: number('Thứ tự', { hint: 'Số nhỏ đứng trước.', blank: 0 }),
    note: textarea('Mô tả'),
  },
});
