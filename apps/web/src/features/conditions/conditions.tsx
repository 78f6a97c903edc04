import { conditions as contract, overrides, timeGroupAll } from '@alo/contract';
import { warnedName } from '../../domain/routing/path-warnings.tsx';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf } from '../../resource/fields/choices.tsx';
import { destination, destinationText } from '../../resource/fields/destinations.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { until } from '../../resource/fields/until.ts';
import { Moment } from '../../resource/page/moment.tsx';
import { ConditionNow } from './condition-now.tsx';
import { ConditionPin } from './condition-pin.tsx';

export default adminResource({
  contract,
  noun: 'điều kiện thời gian',
  purpose: 'Điều kiện thời gian đưa cuộc gọi đi một hướng trong giờ, một hướng ngoài giờ.',
  Aside: ({ row }) => <ConditionPin key={row.id} row={row} />,
  columns: {
    name: { label: 'Tên điều kiện', render: warnedName },
    time_group_name: { label: 'Nhóm thời gian' },
    override: { label: 'Đang', sortable: false, render: (_, row) => <ConditionNow row={row} /> },
    match: { label: 'Nếu khớp', sortable: false, render: (to, row) => destinationText(to, row.match_name) },
    otherwise: { label: 'Nếu không', sortable: false, render: (to, row) => destinationText(to, row.otherwise_name) },
    code: {
      label: 'Mã ngày/đêm',
      render: (code, { has_pin: hasPin }) => (code ? `${code}${hasPin ? ' · có mã PIN' : ''}` : '–'),
    },
    note: { label: 'Ghi chú', hidden: true },
    // At night, when what holds now takes more words, there is no room for it.
    updated_at: { label: 'Cập nhật', hidden: true, render: (at) => <Moment at={at} /> },
  },
  fields: {
    name: text('Tên điều kiện', { placeholder: 'Giờ làm việc' }),
    time_group_id: reference('Nhóm thời gian', timeGroupAll),
    match: destination('Nếu khớp'),
    otherwise: destination('Nếu không khớp'),
    override: oneOf('Ghi đè', overrides, {
      blank: 'none',
      hint: 'Bật ngày hay đêm bằng tay: giờ giấc không được hỏi cho tới khi đổi lại.',
    }),
    override_until: until('Ghi đè đến hết ngày', 'Qua ngày này thì lại theo giờ. Để trống: cho tới khi đổi lại.'),
    code: text('Mã ngày/đêm', {
      unique: true,
      placeholder: '*281',
      hint: 'Máy nội bộ bấm mã này để chuyển bằng tay, bấm lần nữa để trở lại theo giờ.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Đường đi', help: 'Giờ hiện tại của công ty quyết định.', fields: ['match', 'otherwise'] },
    {
      title: 'Chuyển bằng tay',
      help: 'Trên màn hình này, hoặc bằng mã trên điện thoại.',
      fields: [['override', 'override_until'], 'code'],
    },
  ],
  filters: [only('time_group_id', reference('Nhóm thời gian', timeGroupAll))],
});
