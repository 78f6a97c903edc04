import { z } from 'zod';

import { all } from '../lib/access.ts';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { id, note, phonePin, required, timestamp } from '../lib/values.ts';

const seconds = (from: number, to: number) => {
  const wrong = `Từ ${from} đến ${to.toLocaleString('vi-VN')} giây`;
  return z.int(wrong).min(from, wrong).max(to, wrong);
};

/** What a letter about a message brings along. */
export const noticeKinds = { link: 'Liên kết nghe', recording: 'Bản ghi đính kèm' } as const;

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
    /** Heard where the line is busy; without one the other greeting is. */
    busy_greeting_id: id.nullable().default(null),
    /** Greets and hangs up: nobody leaves a message. */
    only_thanks: z.boolean().default(false),
    max_seconds: seconds(1, 3600).default(120),
    max_silence_seconds: seconds(1, 60).default(5),
    /** Whom a letter goes to when somebody has left a message. */
    notify_emails: z.array(z.email('Không phải địa chỉ email').max(200)).max(20, 'Tối đa 20 địa chỉ').default([]),
    notify_with: z.enum(['link', 'recording']).default('link'),
    note,
  }),
  row: z.object({
    greeting_name: z.string().nullable(),
    busy_greeting_name: z.string().nullable(),
    has_pin: z.boolean(),
    new_count: z.int(),
    message_count: z.int(),
    last_message_at: timestamp.nullable(),
  }),
  shows: ['greeting'],
  bulk: ['greeting_id', 'max_seconds', 'max_silence_seconds'],
});

const oneBox = z.object({ id });

/** Who listens by phone types it. It is kept as a hash, and never told. */
export const setBoxPin = endpoint({
  base: 'telephony',
  method: 'PUT',
  path: '/partner/voicemail-box/:id/pin',
  access: 'voicemail-boxes.update',
  summary: 'Set the PIN by which a box is heard by phone; null takes it away',
  params: oneBox,
  body: z.object({ pin: phonePin.nullable() }),
  result: z.object({ has_pin: z.boolean() }),
});

const message = z.object({
  id: z.string(),
  call_id: id,
  at: timestamp,
  /** Masked for people who may not see numbers. */
  number: z.string().nullable(),
  /** Whose number it is, of those customers whom who asks sees. */
  customer: z.object({ id, name: z.string() }).nullable(),
  seconds: z.number(),
  heard: z.boolean(),
});

export const boxMessages = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/voicemail-box/:id/messages',
  rowsOf: ['voicemail-boxes'],
  access: 'voicemail-boxes.view',
  summary: 'The messages of a box, newest first',
  params: oneBox,
  query: z.object({
    before: z.string().max(100).optional().describe('The id of a message: only those that came before it'),
  }),
  result: z.object({ data: z.array(message), more: z.boolean() }),
});

const oneMessage = z.object({ id, message: z.string().max(100) });

/** The right to hear messages. */
const mayHear = all('voicemail-boxes.view', 'call-history.listen');

export const markBoxMessage = endpoint({
  base: 'telephony',
  method: 'PUT',
  path: '/partner/voicemail-box/:id/messages/:message',
  access: mayHear,
  summary: 'Mark a message as heard, or as if nobody had heard it',
  params: oneMessage,
  body: z.object({ heard: z.boolean() }),
});

export const deleteBoxMessage = endpoint({
  base: 'telephony',
  method: 'DELETE',
  path: '/partner/voicemail-box/:id/messages/:message',
  access: 'voicemail-boxes.update',
  summary: 'Take a message out of its box; its call keeps the recording as long as any other',
  params: oneMessage,
});
