import { z } from 'zod';

import { activityStatus } from '../identity.ts';
import { timestamp } from '../lib/values.ts';

/** What somebody with an extension is doing. */
export const presence = z.object({
  extension: z.string(),
  name: z.string(),
  phones: z.number().int(),
  status_activity: activityStatus,
  state: z.enum(['ready', 'ringing', 'talking', 'wrapping-up', 'paused', 'offline']),
  /** When the wrap-up ends by itself; null in every other state. */
  until: timestamp.nullable(),
});
