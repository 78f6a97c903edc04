import { z } from 'zod';

import { id, version } from '../lib/values.ts';

/** What somebody has written of a conversation of their own with a customer, and whether they have said what came of it. */
export const callSaid = z.object({
  call_id: id,
  customer_id: id,
  /** Their note of it; '' where there is none. */
  note: z.string(),
  said: z.boolean(),
  /** What of it stands in the customer's card, as of `version`. */
  note_in_calling: z.string(),
  version,
});
export type CallSaid = z.output<typeof callSaid>;
