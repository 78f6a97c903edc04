import type { CallId } from '../board/vocabulary.ts';
import { changedKeys, read } from '../lib/draft.ts';
import { settleUsage } from '../limits/usage-count.ts';
import { tendQueues } from '../queue/service.ts';
import { settleVersions } from '../turn/plan-versions.ts';
import { settleTalk } from '../turn/talk.ts';
import type { Turn, Work } from '../turn/turn.ts';
import { part } from './departure.ts';
import { lead } from './way.ts';
import { settleStatuses } from './work-status.ts';

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
