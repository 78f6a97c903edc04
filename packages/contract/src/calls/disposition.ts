import { z } from 'zod';
import { id, timestamp } from '../lib/values.ts';
import { dispositionOutcome } from './disposition-outcomes.ts';

/** What was kept of one conversation. */
export const disposition = z.object({
  id,
  outcome: dispositionOutcome,
  note: z.string(),
  next_call_at: timestamp.nullable(),
  call_id: id.nullable(),
  created_at: timestamp,
  by_name: z.string().nullable(),
  /** For which campaign the conversation was, if for any. */
  campaign_name: z.string().nullable().default(null),
});
