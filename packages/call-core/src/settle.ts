import { changedKeys, read } from './draft.ts';
import { lead } from './lead.ts';
import { settleUsage } from './limits/counting.ts';
import { part } from './parting.ts';
import { tendQueues } from './queue/tend-queues.ts';
import { settleStatuses } from './settle-statuses.ts';
import { settleTalk } from './talk.ts';
import type { Turn, Work } from './turn.ts';
import { settleVersions } from './versions.ts';
import type { CallId } from './vocabulary.ts';

/** Does what an event has left to do, until nothing moves; then makes true what follows from where everybody is now. */
export function settle(turn: Turn): void {
  do {
    for (let work = turn.work.shift(); work !== undefined; work = turn.work.shift()) doWork(turn, work);
  } while (tendQueues(turn));
  // A call's key is its id.
  for (const call of changedKeys(turn.calls)) settleTalk(turn, call as CallId);
  settleUsage(turn);
  settleStatuses(turn);
  settleVersions(turn);
}

function doWork(turn: Turn, work: Work): void {
  switch (work.kind) {
    case 'go':
      return lead(turn, work.here, work.next);
    case 'left':
      if (read(turn.calls, work.call)?.stage === 'open') part(turn, work.call, work.who, work.cause);
      return;
    default:
      return work satisfies never;
  }
}
