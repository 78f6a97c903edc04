import { z } from 'zod';
import { timestamp } from '../lib/values.ts';
import { activityStatus } from './identity.ts';

/** What somebody with an extension is doing. */
export const presence = z.object({
  extension: z.string(),
  name: z.string(),
  phones: z.number().int(),
  status_activity: activityStatus,
  /**
   * `queues-paused`: ready, but no queue of theirs calls them, or one has stopped by itself. `no-microphone`: their browser is there,
   * but would let nobody hear them. `no-telephone`: they phone by a telephone of their own, which is not registered.
   */
  state: z.enum([
    ...(['ready', 'ringing', 'talking', 'wrapping-up', 'paused', 'queues-paused'] as const),
    ...(['no-microphone', 'no-telephone', 'offline'] as const),
  ]),
  /** Why they take no calls, where they do not: the reason of a break, or queues that call them no more. */
  note: z.string(),
  /** When the wrap-up ends by itself; null in every other state. */
  until: timestamp.nullable(),
});
