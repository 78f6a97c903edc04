import { audioSources } from '@alo/contract';

import { fileSize } from '../../kit/format/numbers.ts';
import { soundLength } from './sound-length.ts';

/** What a list says of a sound that has a name. */
export const soundColumns = {
  audio_id: { label: 'Nghe thử', sortable: false },
  source: { label: 'Nguồn', render: (source: keyof typeof audioSources) => audioSources[source] },
  title: { label: 'Tệp hoặc lời đọc', hidden: true },
  duration_ms: { label: 'Thời lượng', numeric: true, render: soundLength },
  bytes: { label: 'Dung lượng', numeric: true, hidden: true, render: fileSize },
  used_count: {
    label: 'Đang dùng ở',
    numeric: true,
    render: (count: number) => (count === 0 ? 'Chưa dùng' : `${count} nơi`),
  },
  note: { label: 'Ghi chú', hidden: true },
} as const;
