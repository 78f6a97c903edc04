import { z } from 'zod';

import { endpoint, jobTicket } from '../lib/endpoint.ts';
import { id } from '../lib/values.ts';

/** A row that a change of many left as it was, and why, in words. */
export const keptRow = z.object({ id, name: z.string(), reason: z.string() });
export type KeptRow = z.output<typeof keptRow>;

/** What a change of many rows has done (`run`), or how it was taken back (`undo`), which it can be for a day. */
export const bulkReport = z.object({
  subject: z.string(),
  action: z.enum(['delete', 'set', 'put', 'take-off']),
  step: z.enum(['run', 'undo']),
  counts: z.object({
    /** So many were wanted when it began. */
    rows: z.int(),
    done: z.int(),
    /** They had the value already, or were on the list, or were not. */
    same: z.int(),
    kept: z.int(),
    /** Somebody else had deleted them. */
    gone: z.int(),
  }),
  /** The first that were kept; all of them are in the file that the job makes. */
  kept: z.array(keptRow).default([]),
  undone: z.object({ restored: z.int(), kept: z.int() }).optional(),
});
export type BulkReport = z.output<typeof bulkReport>;

export const undoBulk = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/bulk/:id/undo',
  access: 'general',
  summary:
    'Take a change of many rows back: what was deleted is there again, what was set is as before where nobody changed it since',
  params: z.object({ id }),
  answers: 'job',
  result: jobTicket,
});
