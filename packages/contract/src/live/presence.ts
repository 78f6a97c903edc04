import { z } from 'zod';

import { activityStatus } from '../identity.ts';

/** What somebody with an extension is doing. */
export const presence = z.object({
  extension: z.string(),
  name: z.string(),
  phones: z.number().int(),
  status_activity: activityStatus,
  state: z.enum(['ready', 'ringing', 'talking', 'paused', 'offline']),
});
