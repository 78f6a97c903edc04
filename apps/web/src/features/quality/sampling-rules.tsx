import {
  allAccount,
  samplingRules as contract,
  queueAll,
  sampledBy,
  sampledDirections,
  samplePeriods,
  scoreSheetChoices,
} from '@alo/contract';
import { Status } from '@alo/ui';

import { count } from '../../kit/format/numbers.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { TryRule } from './try-rule.tsx';

export default adminResource({
  contract,
  noun: 'luật lấy mẫu',
  purpose: 'Luật lấy mẫu chọn cuộc gọi cần chấm và chia đều cho người chấm. Cuộc nào được chọn cũng nói được vì sao.',
  Aside: ({ row }) => <TryRule key={row.id} row={row} />,
  columns: {
    name: 'Tên luật',
    kind: { label: 'Cách chọn', render: (kind) => sampledBy[kind] },
    sheet_name: { label: 'Phiếu', sortable: false },
    calls: {
      label: 'Số cuộc mỗi người',
      numeric: true,
      render: (n, { period }) => `${count(n)} · ${samplePeriods[period].toLowerCase()}`,
    },
    scorer_names: { label: 'Người chấm', sortable: false, render: (names) => names.join(', ') || '–' },
    waiting: { label: 'Còn chờ', numeric: true, sortable: false, render: (n) => count(n) },
    chosen: { label: 'Đã chọn', numeric: true, sortable: false, hidden: true, render: (n) => count(n) },
    active: {
      label: 'Đang chạy',
      render: (on) => <Status tone={on ? 'ready' : 'offline'}>{on ? 'Đang chạy' : 'Tắt'}</Status>,
    },
    note: { label: 'Ghi chú', hidden: true, sortable: false },
  },
  fields: {
    name: text('Tên luật', { placeholder: 'Ba cuộc mỗi tuần' }),
    active: onOff('Đang chạy', { blank: true }),
    score_sheet_id: reference('Phiếu chấm điểm', scoreSheetChoices),
    kind: oneOf('Cách chọn', sampledBy, { blank: 'random' }),
    threshold: number('Từ mức', {
      blank: 20,
      hint: 'Hài lòng: từ số sao này trở xuống (1–5). Im lặng: số giây. Nói chen: phần trăm. Ngẫu nhiên thì bỏ qua.',
    }),
    calls: number('Số cuộc mỗi nhân viên', { blank: 3 }),
    period: oneOf('Chu kỳ', samplePeriods, { blank: 'week' }),
    direction: oneOf('Chiều gọi', sampledDirections, { blank: 'any' }),
    queue_id: reference('Chỉ cuộc qua hàng đợi', queueAll),
    min_seconds: number('Đàm thoại ít nhất', { unit: 'giây', blank: 30 }),
    scorer_ids: references('Người chấm', allAccount, {
      hint: 'Ai còn ít cuộc chờ chấm hơn nhận trước; không ai tự chấm mình. Để trống thì ai có quyền chấm cũng nhận được.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Cuộc nào',
      help: 'Ngẫu nhiên thì bốc thăm khi kỳ đã hết; các cách khác chọn ngay khi biết.',
      fields: ['kind', 'threshold', ['calls', 'period'], 'direction', 'queue_id', 'min_seconds'],
    },
    { title: 'Ai chấm', help: 'Người chấm được báo ở chuông.', fields: ['score_sheet_id', 'scorer_ids', 'note'] },
  ],
});
