import { lookUp } from '../look-up.ts';
import { joinQueue } from '../queue/queue-wait.ts';
import { note } from '../turn.ts';
import { type DestinationKind, missing } from './kind.ts';

/** A line in which callers wait for one of several people. */
export const queue: DestinationKind<'queue'> = {
  named: (plan, { queue: key }) => `hàng đợi “${lookUp(plan.queues, key)?.name ?? key}”`,
  visit(turn, here, { queue: key }) {
    const plan = lookUp(turn.plan.queues, key);
    if (plan === undefined) return missing(turn, here, 'hàng đợi', key);
    note(turn, here.call, 'destination', `Hàng đợi “${plan.name}”`);
    return joinQueue(turn, here, key);
  },
};
