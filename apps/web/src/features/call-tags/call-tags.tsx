import { callTags as contract } from '@alo/contract';

import { TagName } from '../../domain/tags/tags.tsx';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { colour, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

const used = { on: 'Đang dùng', off: 'Ngừng dùng' };

export default adminResource({
  contract,
  noun: 'nhãn cuộc gọi',
  purpose: 'Nhãn giúp tìm lại cuộc gọi. Một cuộc gọi có thể có nhiều nhãn, gắn lúc đang nói hay về sau.',
  order: 'position',
  columns: {
    name: { label: 'Tên nhãn', render: (name, { colour: value }) => <TagName tag={{ name, colour: value }} /> },
    position: { label: 'Thứ tự', numeric: true },
    active: { label: 'Trạng thái', render: (active) => (active ? used.on : used.off) },
    note: 'Ghi chú',
  },
  fields: {
    name: text('Tên nhãn', { hint: 'Ví dụ Khiếu nại, Hỏi giá.' }),
    colour: colour('Màu'),
    position: number('Thứ tự', { hint: 'Số nhỏ đứng trước.', blank: 0 }),
    active: onOff('Đang dùng', {
      ...used,
      blank: true,
      hint: 'Ngừng dùng thì không gắn được nữa; cuộc gọi cũ giữ nguyên.',
    }),
    note: textarea('Ghi chú'),
  },
  filters: [only('active', onOff('Trạng thái', used))],
});
