import { shifts as contract, minutesOfWork, type ShiftHours } from '@alo/contract';
import { Swatch } from '@alo/ui';
import { shiftHoursText } from '../../domain/shift-swaps/day-words.ts';
import { lasted } from '../../kit/format/time.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { colour } from '../../resource/fields/choices.tsx';
import { rows } from '../../resource/fields/rows.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { time } from '../../resource/fields/times.tsx';

type Break = ShiftHours['breaks'][number];

export default adminResource({
  contract,
  noun: 'ca làm việc',
  purpose: 'Ca là giờ làm trong một ngày, có giờ nghỉ giữa ca. Lịch trực xếp ai làm ca nào ngày nào.',
  columns: {
    name: {
      label: 'Tên ca',
      render: (name, { colour: of }) => (
        <>
          <Swatch colour={of} /> {name}
        </>
      ),
    },
    from_time: { label: 'Giờ làm', render: (_, row) => shiftHoursText(row) },
    breaks: {
      label: 'Nghỉ giữa ca',
      sortable: false,
      render: (all) => all.map((one) => `${one.from_time}–${one.to_time}`).join(', ') || '–',
    },
    id: { label: 'Thời gian làm', numeric: true, sortable: false, render: (_, row) => lasted(minutesOfWork(row) * 60) },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên ca', { placeholder: 'Ca sáng' }),
    from_time: time('Từ', { blank: '08:00' }),
    to_time: time('Đến', {
      blank: '17:00',
      hint: 'Nhỏ hơn giờ bắt đầu là qua đêm, tới hôm sau; bằng nhau là cả ngày.',
    }),
    breaks: rows<Break>(
      'Nghỉ giữa ca',
      { from_time: time('Nghỉ từ', { blank: '12:00' }), to_time: time('Đến', { blank: '13:00' }) },
      { noun: 'lần nghỉ', most: 10 },
    ),
    colour: colour('Màu', { hint: 'Trên lịch trực.' }),
    note: textarea('Ghi chú'),
  },
  sections: [{ title: 'Giờ', fields: [['from_time', 'to_time'], 'breaks'] }],
});
