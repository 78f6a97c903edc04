import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { id, note, required, timestamp } from '../lib/values.ts';

const seconds = (from: number, to: number) => {
  const wrong = `Từ ${from} đến ${to.toLocaleString('vi-VN')} giây`;
  return z.int(wrong).min(from, wrong).max(to, wrong);
};

/** Where callers leave a message. */
export const voicemailBoxes = crud({
  base: 'telephony',
  collection: '/partner/voicemail-boxes',
  item: '/partner/voicemail-box',
  screen: 'voicemail-boxes',
  query: telephonyListQuery,
  input: z.object({
    name: required,
    /** Without one the product's own is played. */
    greeting_id: id.nullable().default(null),
    max_seconds: seconds(1, 3600).default(120),
    max_silence_seconds: seconds(1, 60).default(5),
    note,
  }),
  row: z.object({
    greeting_name: z.string().nullable(),
    message_count: z.int(),
    last_message_at: timestamp.nullable(),
  }),
  shows: ['greeting'],
  bulk: ['greeting_id', 'max_seconds', 'max_silence_seconds'],
});
