import { z } from 'zod';

import { id, version } from '../lib/values.ts';

/** What somebody has written of a conversation of their own, and whether they have said what came of it. */
export const callSaid = z.object({
  call_id: id,
  /** Null of somebody who is no customer. */
  customer_id: id.nullable(),
  /** Their note of it; '' where there is none. */
  note: z.string(),
  said: z.boolean(),
  /** What somebody who is no customer is called, as far as it was written. */
  name: z.string().default(''),
  /** What of it stands in the customer's card, as of `version`; of somebody who is no customer `version` counts what was written. */
  note_in_calling: z.string(),
  version,
});
export type CallSaid = z.output<typeof callSaid>;
