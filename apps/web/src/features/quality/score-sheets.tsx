import { scoreSheets as contract } from '@alo/contract';
import { Status } from '@alo/ui';

import { count, percent } from '../../kit/format/numbers.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { onOff } from '../../resource/fields/choices.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { sheetSections } from './sections.tsx';

export default adminResource({
  contract,
  noun: 'phiếu chấm điểm',
  purpose: 'Phiếu chấm điểm nói một cuộc gọi tốt là thế nào. Sửa phiếu không đổi điểm đã chấm bằng phiếu cũ.',
  columns: {
    name: 'Tên phiếu',
    questions: { label: 'Số câu', numeric: true, sortable: false, render: (n) => count(n) },
    edition: { label: 'Bản', numeric: true, sortable: false, render: (n) => count(n) },
    scored: { label: 'Đã chấm', numeric: true, sortable: false, render: (n) => count(n) },
    pass_percent: { label: 'Đạt từ', numeric: true, render: (n) => percent(n) },
    active: {
      label: 'Đang dùng',
      render: (on) => <Status tone={on ? 'ready' : 'offline'}>{on ? 'Đang dùng' : 'Thôi dùng'}</Status>,
    },
    note: { label: 'Ghi chú', hidden: true, sortable: false },
  },
  fields: {
    name: text('Tên phiếu', { placeholder: 'Chăm sóc khách hàng' }),
    active: onOff('Đang dùng để chấm', { blank: true }),
    sections: sheetSections('Các phần'),
    pass_percent: number('Đạt từ', { unit: '%', blank: 80 }),
    fatal_percent: number('Có lỗi chết thì nhiều nhất', { unit: '%', blank: 0, hint: '0: cả phiếu được 0 điểm.' }),
    dispute_days: number('Nhân viên phản hồi trong', { unit: 'ngày', blank: 3 }),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Câu hỏi',
      help: 'Điểm của phần là trung bình các câu theo trọng số; điểm của phiếu là trung bình các phần. Câu “Không áp dụng” không tính.',
      fields: ['sections'],
    },
    {
      title: 'Cách tính',
      help: 'Từ bao nhiêu là đạt, và lỗi chết hạ điểm xuống đâu.',
      fields: [['pass_percent', 'fatal_percent'], 'dispute_days', 'note'],
    },
  ],
});
