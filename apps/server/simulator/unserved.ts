import { unservedStatuses } from '@alo/contract';

import type { World } from './world.ts';

/**
 * Whoever called, and whose call none of ours took, stands among those who are to be called back until somebody reaches them: the list
 * is made of rows of the history with these statuses and a number (`features/calls-to-return`). Whom the company blocks nobody calls back.
 */
export function* forgottenCustomers({ database, engine }: World): Generator<string> {
  for (const [id, { call, legs }] of database.calls) {
    if (call.direction !== 'inbound' || call.outside_number === '') continue;
    if (call.status === 'blocked' || Object.hasOwn(unservedStatuses, call.status)) continue;
    const isTaken = legs.some((leg) => leg.side === 'dialled' && leg.answered_at !== null);
    if (!isTaken && !engine.talks.has(call.id))
      yield `Call ${id} is ${call.status}: nobody had it, and nobody calls back`;
  }
}
