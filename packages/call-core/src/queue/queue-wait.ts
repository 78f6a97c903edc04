import type { ActivityKind } from '../activity/kind.ts';
import { lookUp } from '../look-up.ts';
import { ends, goesTo, type Next } from '../next.ts';
import type { Turn } from '../turn.ts';
import type { Here } from '../vocabulary.ts';

/** Waits in a queue. */
export const queueWait: ActivityKind<'queue-wait'> = {
  stage: 'waiting',
  said: (plan, { queue }) => `Chờ trong hàng đợi “${lookUp(plan.queues, queue)?.name ?? queue}”`,
};

/** A party comes to a queue. */
export function joinQueue(turn: Turn, _here: Here, key: string): Next {
  const otherwise = lookUp(turn.plan.queues, key)?.otherwise.empty ?? null;
  return otherwise === null ? ends('unreachable') : goesTo(otherwise);
}
