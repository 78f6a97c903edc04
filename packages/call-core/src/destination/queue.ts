import { lookUp } from '../lib/look-up.ts';
import { enterCalled } from '../queue/called-party.ts';
import { enterQueue } from '../queue/queue-entry.ts';
import type { DestinationKind } from './kind.ts';

/** A line in which callers wait for one of several people. */
export const queue: DestinationKind<'queue'> = {
  named: (plan, { queue: key }) => `hàng đợi “${lookUp(plan.queues, key)?.name ?? key}”`,
  visit: (turn, here, { queue: key, called }) =>
    called === undefined ? enterQueue(turn, here, key) : enterCalled(turn, here, key, called.seconds),
};
