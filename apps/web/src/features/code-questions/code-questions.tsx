import { codeEndKeys, codeQuestions as contract, greetingAll } from '@alo/contract';
import { warnedName } from '../../domain/routing/path-warnings.tsx';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf } from '../../resource/fields/choices.tsx';
import { destination, destinationText } from '../../resource/fields/destinations.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { rows } from '../../resource/fields/rows.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { CodeSecret } from './code-secret.tsx';

export default adminResource({
  contract,
  noun: 'bước nhập mã',
  purpose: 'Khách bấm một mã (mã đơn hàng, mã khách…), hệ thống của công ty trả lời cuộc gọi đi đâu.',
  Aside: ({ row }) => <CodeSecret key={row.id} row={row} />,
  columns: {
    name: { label: 'Tên bước', render: warnedName },
    greeting_name: { label: 'Lời mời', render: (name) => name ?? '–' },
    answers: {
      label: 'Câu trả lời',
      sortable: false,
      render: (all) => (all ?? []).map(({ answer }) => answer).join(', ') || '–',
    },
    otherwise: { label: 'Còn lại', sortable: false, render: (to, row) => destinationText(to, row.otherwise_name) },
    has_secret: { label: 'Khoá ký', sortable: false, render: (has) => (has ? 'Đã có' : 'Chưa có') },
    url: { label: 'Địa chỉ hệ thống', hidden: true },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên bước', { placeholder: 'Mã đơn hàng' }),
    greeting_id: reference('Lời mời nhập mã', greetingAll),
    wrong_greeting_id: reference('Lời báo mã sai', greetingAll, { hint: 'Nghe trước khi mời nhập lại.' }),
    min_digits: number('Ít nhất', { unit: 'số', blank: 4 }),
    max_digits: number('Nhiều nhất', { unit: 'số', blank: 10 }),
    end_key: oneOf('Phím kết thúc', codeEndKeys, { blank: '#' }),
    wait_seconds: number('Chờ phím đầu', { unit: 'giây', blank: 10 }),
    digit_seconds: number('Chờ giữa hai phím', { unit: 'giây', blank: 4 }),
    tries: number('Được nhập', { unit: 'lần', blank: 3 }),
    url: text('Địa chỉ hệ thống', {
      placeholder: 'https://crm.congty.vn/alo/ma',
      hint: 'Nhận {"digits": "…"} bằng POST, trả lời trong 3 giây: {"go": "vip"} để đi tới, {"again": true} nếu mã sai.',
    }),
    answers: rows(
      'Câu trả lời',
      { answer: text('Hệ thống trả lời', { placeholder: 'vip' }), to: destination('Đi tới') },
      { noun: 'câu trả lời', most: 50 },
    ),
    otherwise: destination('Còn lại', {
      hint: 'Khi khách không nhập, nhập sai quá số lần, hệ thống không trả lời kịp hoặc trả lời điều không có ở trên.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Nhập mã',
      help: 'Khách nghe gì và bấm bao nhiêu số.',
      fields: [
        ['greeting_id', 'wrong_greeting_id'],
        ['min_digits', 'max_digits'],
        'end_key',
        ['wait_seconds', 'digit_seconds'],
        'tries',
      ],
    },
    {
      title: 'Hỏi hệ thống',
      help: 'Câu hỏi được ký như webhook, và không bao giờ vào mạng nội bộ.',
      fields: ['url', 'answers', 'otherwise'],
    },
  ],
});
