import { z } from 'zod';
import { id, timestamp, version } from '../lib/values.ts';
import { outcomeCode } from './call-outcomes.ts';

/** What was kept of one conversation. */
export const disposition = z.object({
  id,
  outcome: outcomeCode,
  /** What the company calls it now. */
  outcome_name: z.string(),
  note: z.string(),
  next_call_at: timestamp.nullable(),
  call_id: id.nullable(),
  created_at: timestamp,
  by_name: z.string().nullable(),
  /** The account of who said it. */
  by_id: id.nullable(),
  version,
  /** For which campaign the conversation was, if for any. */
  campaign_name: z.string().nullable().default(null),
});
