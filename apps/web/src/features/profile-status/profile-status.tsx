import { profileStatuses as contract } from '@alo/contract';
import { Swatch } from '@alo/ui';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { colour, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'trạng thái hồ sơ',
  purpose: 'Trạng thái cho biết đã đi đến đâu với một khách hàng: mới, đang theo đuổi, đã chốt.',
  order: 'position',
  columns: {
    name: {
      label: 'Tên trạng thái',
      render: (name, { colour: value }) => (
        <>
          <Swatch colour={value} /> {name}
        </>
      ),
    },
    group: 'Nhóm',
    position: { label: 'Thứ tự', numeric: true },
    final: { label: 'Kết thúc', render: (final) => (final ? 'Kết thúc' : 'Còn theo dõi') },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên trạng thái'),
    group: text('Nhóm trạng thái', { hint: 'Các trạng thái cùng nhóm đứng cạnh nhau. Ví dụ Đang theo đuổi.' }),
    colour: colour('Màu'),
    position: number('Thứ tự', { hint: 'Số nhỏ đứng trước.', blank: 0 }),
    final: onOff('Trạng thái kết thúc', {
      hint: 'Khách ở đây thì không còn việc gì phải làm.',
      on: 'Có',
      off: 'Không',
    }),
    note: textarea('Ghi chú'),
  },
  filters: [only('final', onOff('Kết thúc', { on: 'Có', off: 'Không' }))],
});
