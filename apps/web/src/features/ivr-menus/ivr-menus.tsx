import { ivrMenus as contract, greetingAll } from '@alo/contract';
import { lazy } from 'react';

import { warnedName } from '../../domain/routing/path-warnings.tsx';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { onOff } from '../../resource/fields/choices.tsx';
import { destination } from '../../resource/fields/destinations.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { rows } from '../../resource/fields/rows.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { KeyLog } from './key-log.tsx';

/** It comes with the form. */
const MenuTree = lazy(async () => ({ default: (await import('./menu-tree.tsx')).MenuTree }));

export default adminResource({
  contract,
  noun: 'cây IVR',
  purpose: 'Cây IVR chào người gọi và đưa họ đi theo phím bấm.',
  Aside: ({ row }) => <KeyLog key={row.id} row={row} />,
  columns: {
    name: {
      label: 'Tên cây IVR',
      render: warnedName,
    },
    number: 'Số nội bộ',
    greeting_name: { label: 'Lời chào', render: (name, { has_sound: has }) => name ?? (has ? 'Lời có sẵn' : '–') },
    key_count: { label: 'Số phím', numeric: true, sortable: false },
    direct_dialling: { label: 'Gọi thẳng máy nhánh', render: (on) => (on ? 'Gọi thẳng' : '–') },
    tries: { label: 'Số lần thử', numeric: true, hidden: true },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên cây IVR'),
    number: text('Số nội bộ', { hint: 'Đồng nghiệp bấm số này để nghe thử. Ví dụ 602.' }),
    greeting_id: reference('Lời chào', greetingAll, { hint: 'Nói người gọi bấm phím nào để gặp ai.' }),
    keys: rows(
      'Phím bấm',
      {
        keys: text('Phím', { placeholder: '1' }),
        note: text('Mô tả', { placeholder: 'Bán hàng' }),
        to: destination('Điểm đến'),
      },
      {
        noun: 'phím',
        named: true,
        most: 100,
        hint: 'Một phím 0–9, *, # hay nhiều phím liền nhau. Dẫn tới cây IVR khác là menu con.',
      },
    ),
    direct_dialling: onOff('Bấm thẳng số máy nhánh', {
      hint: 'Người gọi biết số nội bộ thì bấm luôn, không cần chọn.',
    }),
    wait_seconds: number('Chờ phím đầu tiên', { unit: 'giây', blank: 5 }),
    digit_seconds: number('Chờ giữa hai phím', { unit: 'giây', blank: 3 }),
    tries: number('Số lần thử', { unit: 'lần', blank: 3, hint: 'Sai hoặc không bấm chừng này lần thì thôi.' }),
    invalid_greeting_id: reference('Lời báo bấm sai', greetingAll),
    timeout_greeting_id: reference('Lời nhắc khi không bấm', greetingAll),
    invalid: destination('Sau khi bấm sai'),
    timeout: destination('Sau khi không bấm'),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Phím bấm', help: 'Mỗi phím dẫn tới một nơi.', fields: ['keys', 'direct_dialling'] },
    {
      title: 'Thời gian và số lần',
      fields: [['wait_seconds', 'digit_seconds'], 'tries', ['invalid_greeting_id', 'timeout_greeting_id']],
    },
    {
      title: 'Khi không chọn được',
      help: 'Không chọn điểm đến thì cuộc gọi kết thúc.',
      fields: ['invalid', 'timeout', 'note'],
      Preview: MenuTree,
    },
  ],
});
