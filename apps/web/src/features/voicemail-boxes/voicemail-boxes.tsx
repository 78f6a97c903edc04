import { voicemailBoxes as contract, greetingAll } from '@alo/contract';

import { number } from '../../shared/fields/numbers.tsx';
import { reference } from '../../shared/fields/references.tsx';
import { text, textarea } from '../../shared/fields/text.tsx';
import { dateTime } from '../../shared/format/time.ts';
import { warnedName } from '../../shared/page/path-warnings.tsx';
import { adminResource } from '../../shared/resource/admin-resource.tsx';

export default adminResource({
  contract,
  noun: 'hộp thư thoại',
  purpose: 'Hộp thư thoại nhận lời nhắn khi không ai nghe máy. Lời nhắn nghe được ở Lịch sử cuộc gọi.',
  columns: {
    name: { label: 'Tên hộp thư', render: warnedName },
    greeting_name: { label: 'Lời chào', render: (name) => name ?? 'Lời có sẵn' },
    message_count: { label: 'Lời nhắn', numeric: true },
    last_message_at: { label: 'Mới nhất', render: (at) => (at === null ? '–' : dateTime(at)) },
    max_seconds: { label: 'Dài nhất', numeric: true, render: (seconds) => `${seconds} giây` },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên hộp thư'),
    greeting_id: reference('Lời chào', greetingAll, { hint: 'Không chọn thì phát lời chào có sẵn.' }),
    max_seconds: number('Lời nhắn dài nhất', { unit: 'giây', blank: 120 }),
    max_silence_seconds: number('Im lặng bao lâu thì dừng', { unit: 'giây', blank: 5 }),
    note: textarea('Ghi chú'),
  },
});
