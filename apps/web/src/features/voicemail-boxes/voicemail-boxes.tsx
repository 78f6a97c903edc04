import { voicemailBoxes as contract, greetingAll, noticeKinds } from '@alo/contract';
import { Status } from '@alo/ui';
import { warnedName } from '../../domain/routing/path-warnings.tsx';
import { dateTime } from '../../kit/format/time.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { lines } from '../../resource/fields/lines.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { BoxMessages } from './box-messages.tsx';
import { BoxPin } from './box-pin.tsx';

export default adminResource({
  contract,
  noun: 'hộp thư thoại',
  purpose: 'Hộp thư thoại nhận lời nhắn khi không ai nghe máy. Nghe ở đây, hoặc bấm *98 trên điện thoại.',
  Aside: ({ row }) => (
    <>
      <BoxMessages key={`messages ${row.id}`} row={row} />
      <BoxPin key={`pin ${row.id}`} row={row} />
    </>
  ),
  columns: {
    name: { label: 'Tên hộp thư', render: warnedName },
    greeting_name: { label: 'Lời chào', render: (name) => name ?? 'Lời có sẵn' },
    new_count: {
      label: 'Chưa nghe',
      numeric: true,
      sortable: false,
      render: (count) => (count === 0 ? '0' : <Status tone="ringing">{String(count)}</Status>),
    },
    message_count: { label: 'Lời nhắn', numeric: true, sortable: false },
    last_message_at: { label: 'Mới nhất', render: (at) => (at === null ? '–' : dateTime(at)) },
    has_pin: { label: 'Mã PIN', sortable: false, render: (has) => (has ? 'Đã đặt' : 'Chưa đặt') },
    max_seconds: { label: 'Dài nhất', numeric: true, hidden: true, render: (seconds) => `${seconds} giây` },
    notify_emails: { label: 'Báo tới', hidden: true, sortable: false, render: (emails) => emails?.join(', ') || '–' },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên hộp thư'),
    greeting_id: reference('Lời chào khi vắng', greetingAll, { hint: 'Không chọn thì phát lời chào có sẵn.' }),
    busy_greeting_id: reference('Lời chào khi bận', greetingAll, { hint: 'Không chọn thì như khi vắng.' }),
    only_thanks: onOff('Chế độ lời cảm ơn', {
      on: 'Chỉ cảm ơn',
      off: 'Nhận lời nhắn',
      hint: 'Phát lời chào rồi gác máy, không nhận lời nhắn; cuộc gọi vẫn là nhỡ.',
    }),
    max_seconds: number('Lời nhắn dài nhất', { unit: 'giây', blank: 120 }),
    max_silence_seconds: number('Im lặng bao lâu thì dừng', { unit: 'giây', blank: 5 }),
    notify_emails: lines('Báo qua email tới', { hint: 'Mỗi dòng một địa chỉ. Để trống: không gửi thư.' }),
    notify_with: oneOf('Gửi kèm', noticeKinds, { blank: 'link' }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Lời chào', fields: [['greeting_id', 'busy_greeting_id'], 'only_thanks'] },
    {
      title: 'Lời nhắn',
      when: ({ only_thanks: thanks }) => thanks !== true,
      fields: [['max_seconds', 'max_silence_seconds']],
    },
    { title: 'Báo tin', help: 'Có lời nhắn mới thì gửi thư.', fields: ['notify_emails', 'notify_with', 'note'] },
  ],
});
