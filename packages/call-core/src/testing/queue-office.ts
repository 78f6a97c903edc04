import type { RoutingPlan } from '../board/plan.ts';
import { type QueuePlan, queueMember, queuePlan } from '../board/queue-plan.ts';
import { leadingTo } from './plan.ts';

/** Three customers of the tests. */
export const [an, binh, chi] = ['0901234567', '0911111111', '0922222222'] as const;

/** The office whose hotline leads to a queue of three people, asked from the top of the list; a test says what differs. */
export function officeWith(
  queue: Partial<QueuePlan> = {},
  more: Readonly<Record<string, QueuePlan>> = {},
): RoutingPlan {
  const members = [queueMember('101'), queueMember('102'), queueMember('103')];
  const sales = queuePlan({ name: 'Kinh doanh', strategy: 'linear', members, ...queue });
  return leadingTo({ kind: 'queue', queue: 'sales' }, { queues: { sales, ...more } });
}
