import { type Board, getFrom, lookUp, type RoutingPlan, servedAs } from '@alo/call-core';

/**
 * A plan for as long as nobody knows who of those who waited is still there: where somebody waits their queue is served as it was,
 * though it was changed or deleted meanwhile. Whoever was led out of it would be named missed who hung up long ago, or was cut off.
 * What callers hear in it, and where they go then, is as it was saved: a call that begins by now keeps it.
 */
export function keepingQueues(plan: RoutingPlan, board: Board): RoutingPlan {
  const waitedIn = Object.entries(board.plan.queues).filter(([key]) => {
    return (getFrom(board.queues, key)?.line.order ?? []).length > 0;
  });
  if (waitedIn.length === 0) return plan;
  const kept = waitedIn.map(([key, before]) => [key, servedAs(lookUp(plan.queues, key) ?? before, before)]);
  return { ...plan, queues: { ...plan.queues, ...Object.fromEntries(kept) } };
}
