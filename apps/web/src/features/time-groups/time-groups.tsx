import { timeGroups as contract } from '@alo/contract';
import { TimeGroupNow } from '../../domain/times/time-group-now.tsx';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { HolidayNotice } from './holiday-notice.tsx';
import { hours } from './hours-field.tsx';

export default adminResource({
  contract,
  noun: 'nhóm thời gian',
  purpose:
    'Nhóm thời gian là giờ làm việc, ca trực hay ngày lễ: điều kiện thời gian và định tuyến hỏi nó để chọn đường đi.',
  Notice: HolidayNotice,
  columns: {
    name: 'Tên nhóm',
    id: { label: 'Bây giờ', sortable: false, render: (id) => <TimeGroupNow id={id} /> },
    detail_count: { label: 'Số khung giờ', numeric: true, sortable: false },
    details: { label: 'Khung giờ', sortable: false },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên nhóm', { placeholder: 'Giờ hành chính' }),
    details: hours('Khung giờ', {
      hint: 'Khớp khi bất kỳ khung nào khớp. Giờ kết thúc nhỏ hơn giờ bắt đầu là qua đêm; bằng nhau là cả ngày.',
    }),
    note: textarea('Ghi chú'),
  },
});
