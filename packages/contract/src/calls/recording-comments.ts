import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, timestamp } from '../lib/values.ts';

/** So many comments and bookmarks one recording has at most. */
export const recordingCommentsAtMost = 200;

/** Whoever may hear a recording reads what others put at its seconds, and puts something there. */
const access = 'call-history.listen';

/** Nothing is written where a place is only marked, to be found again. */
const text = z.string({ error: missing }).trim().max(1000);

export const recordingComments = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/histories-call/:id/comments',
  access,
  summary: 'What people put at seconds of the recording of a conversation, in the order in which it is heard',
  params: z.object({ id }),
  result: z.object({
    data: z.array(
      z.object({
        id,
        /** Seconds from the beginning of the recording. */
        at: z.number(),
        /** '' of a place that is only marked. */
        text: z.string(),
        by_name: z.string(),
        /** Of who asks, who may change and delete it. */
        own: z.boolean(),
        created_at: timestamp,
        updated_at: timestamp,
      }),
    ),
  }),
});

export const commentRecording = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/histories-call/:id/comment',
  access,
  summary: 'Put a comment at a second of the recording of a conversation, or mark it with none; audited',
  params: z.object({ id }),
  body: z.object({
    at: z.number({ error: missing }).min(0, 'Từ giây 0').max(1_000_000, 'Không có chỗ này trong ghi âm'),
    text: text.default(''),
  }),
  result: z.object({ id }),
});

export const changeRecordingComment = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/recording-comment/:id',
  access,
  summary: 'Change the words of one’s own comment; audited',
  params: z.object({ id }),
  body: z.object({ text }),
});

export const deleteRecordingComment = endpoint({
  base: 'tenant',
  method: 'DELETE',
  path: '/recording-comment/:id',
  access,
  summary: 'Delete one’s own comment; audited',
  params: z.object({ id }),
});
