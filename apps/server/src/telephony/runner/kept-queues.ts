import { type Board, getFrom, type RoutingPlan } from '@alo/call-core';

/**
 * A plan for as long as nobody knows who of those who waited is still there: where somebody waits their queue is as it was, though
 * it was changed or deleted meanwhile. Whoever was led out of it would be named missed who hung up long ago, or was cut off.
 */
export function keepingQueues(plan: RoutingPlan, board: Board): RoutingPlan {
  const waitedIn = Object.entries(board.plan.queues).filter(([key]) => {
    return (getFrom(board.queues, key)?.line.order ?? []).length > 0;
  });
  return waitedIn.length === 0 ? plan : { ...plan, queues: { ...plan.queues, ...Object.fromEntries(waitedIn) } };
}
