import { z } from 'zod';

import { endpoint, jobTicket } from '../lib/endpoint.ts';
import { pageOf, telephonyListQuery } from '../lib/list.ts';
import { id, timestamp } from '../lib/values.ts';

/** How a version came to be. */
export const versionKinds = {
  saved: 'Lưu trực tiếp',
  published: 'Công bố bản nháp',
  'rolled-back': 'Quay lại bản cũ',
} as const;

/** A row as it was and as it is, by the names of its contract; null where there is none. */
export const rowChange = z.object({
  /** The screen that the row stands on. */
  screen: z.string(),
  id: z.string(),
  name: z.string(),
  action: z.enum(['create', 'update', 'delete']),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type RowChange = z.output<typeof rowChange>;

const version = z.object({
  id,
  /** Counted from the company's first. */
  number: z.int(),
  kind: z.enum(['saved', 'published', 'rolled-back']),
  note: z.string(),
  /** The number of the version that it went back to. */
  back_to: z.int().nullable(),
  /** Null where nobody was: the company was made, or its file was brought by the program itself. */
  author_name: z.string().nullable(),
  changes: z.int(),
  created_at: timestamp,
  touched_at: timestamp,
});
export type RoutingVersion = z.output<typeof version>;

const note = z
  .string()
  .trim()
  .max(500, 'Tối đa 500 ký tự')
  .default('')
  .meta({ examples: ['Giờ làm việc dịp Tết'] });
const inDraft = { base: 'telephony', rowsOf: ['routing-versions'] } as const;

/** What a change of many rows comes to; `broken` says why it cannot be made, '' where it can. */
const outlook = z.object({ changes: z.array(rowChange), broken: z.string() });

export const routingDraft = endpoint({
  ...inDraft,
  method: 'GET',
  path: '/partner/routing-draft',
  access: 'routing-versions.view',
  summary:
    'What the draft of the phone system changes, what callers would stumble over, and what somebody changed meanwhile',
  result: outlook.extend({
    warnings: z.array(
      z.object({
        screen: z.string(),
        id: z.string(),
        name: z.string(),
        words: z.array(z.string()),
        /** Not so in what holds. */
        is_new: z.boolean(),
      }),
    ),
    /** Rows that were changed besides, after the draft had changed them. */
    conflicts: z.array(z.object({ screen: z.string(), id: z.string(), name: z.string() })),
  }),
});

export const publishDraft = endpoint({
  ...inDraft,
  method: 'POST',
  path: '/partner/routing-draft/publish',
  access: 'routing-versions.publish',
  summary: 'Make the draft what holds, all of it at once; calls that run keep what they began with',
  body: z.object({ note }),
  result: z.object({ id, number: z.int() }),
});

export const discardDraft = endpoint({
  ...inDraft,
  method: 'DELETE',
  path: '/partner/routing-draft',
  access: 'routing-versions.update',
  summary: 'Forget the draft',
});

export const settleDraftRow = endpoint({
  ...inDraft,
  method: 'POST',
  path: '/partner/routing-draft/settle',
  access: 'routing-versions.update',
  summary: 'Of one row: forget what the draft changes of it, or let the draft have the last word',
  body: z.object({
    screen: z
      .string()
      .max(60)
      .meta({ examples: ['inbounds'] }),
    id: z
      .string()
      .min(1)
      .max(60)
      .meta({ examples: ['01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11'] }),
    keep: z.enum(['draft', 'live']),
  }),
});

export const routingVersions = endpoint({
  ...inDraft,
  method: 'GET',
  path: '/partner/routing-versions',
  access: 'routing-versions.view',
  summary: 'The versions of what calls are led by, newest first',
  query: telephonyListQuery.pick({ page: true, page_size: true }),
  result: pageOf(version),
});

const one = { ...inDraft, params: z.object({ id }) } as const;

export const routingVersion = endpoint({
  ...one,
  method: 'GET',
  path: '/partner/routing-versions/:id',
  access: 'routing-versions.view',
  summary: 'A version with what it changed',
  result: version.extend({ rows: z.array(rowChange) }),
});

export const wayBack = endpoint({
  ...one,
  method: 'GET',
  path: '/partner/routing-versions/:id/way-back',
  access: 'routing-versions.view',
  summary: 'What would change if this version held again',
  result: outlook,
});

export const rollBack = endpoint({
  ...one,
  method: 'POST',
  path: '/partner/routing-versions/:id/roll-back',
  access: 'routing-versions.publish',
  summary: 'Make everything again as it was in this version; that is a new version',
  body: z.object({ note }),
  result: z.object({ id, number: z.int() }),
});

/** Past calls that would go elsewhere: to where, how many, and how many come there as things are. */
const replayPlace = z.object({ place: z.string(), draft: z.int(), live: z.int() });
const replayMove = z.object({
  call_id: id,
  at: timestamp,
  number: z.string(),
  caller: z.string(),
  live: z.string(),
  draft: z.string(),
});

export const startReplay = endpoint({
  ...inDraft,
  method: 'POST',
  path: '/partner/routing-replay',
  access: 'routing-versions.update',
  summary: 'Play the calls that came in the last 30 days through the draft: which would go elsewhere?',
  answers: 'job',
  result: jobTicket,
});

export const routingReplay = endpoint({
  ...inDraft,
  method: 'GET',
  path: '/partner/routing-replay',
  access: 'routing-versions.view',
  summary: 'What came of the last replay; null where there is none',
  result: z.object({
    replay: z
      .object({
        job_id: id,
        since: timestamp,
        until: timestamp,
        calls: z.int(),
        moved: z.int(),
        places: z.array(replayPlace),
        /** The first thousand. */
        moves: z.array(replayMove),
      })
      .nullable(),
  }),
});
