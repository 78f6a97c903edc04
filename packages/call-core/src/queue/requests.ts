import { type Answer, refusals } from '../request/refused.ts';
import type { Wanted } from '../request.ts';
import type { Turn } from '../turn.ts';

export type QueueWish = Extract<Wanted, { readonly kind: 'queue-join' | 'queue-leave' | 'queue-pause' | 'ready' }>;

/** Joining, leaving and pausing in queues, and the end of a wrap-up. */
export function queueRequest(_turn: Turn, _by: string | null, _what: QueueWish): Answer {
  return refusals.notNow;
}
