import { branches as contract } from '@alo/contract';
import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { phone, text, textarea } from '../../resource/fields/text.tsx';

export default adminResource({
  contract,
  noun: 'chi nhánh',
  purpose: 'Chi nhánh là nơi làm việc của các phòng ban, ví dụ Hà Nội, Đà Nẵng, TP. Hồ Chí Minh.',
  columns: {
    name: 'Tên chi nhánh',
    code: 'Mã',
    address: 'Địa chỉ',
    phone: { label: 'Điện thoại', render: (number) => (number === '' ? '–' : <PhoneNumber number={number} />) },
    department_count: { label: 'Phòng ban', numeric: true },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên chi nhánh'),
    code: text('Mã', { unique: true, hint: 'Ngắn, không dấu cách. Ví dụ HN-01.' }),
    address: text('Địa chỉ'),
    phone: phone('Điện thoại'),
    note: textarea('Ghi chú'),
  },
});
