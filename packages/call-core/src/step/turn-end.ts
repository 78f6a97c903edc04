import type { CallId } from '../board/vocabulary.ts';
import { changedKeys, read } from '../lib/draft.ts';
import { settleUsage } from '../limits/usage-count.ts';
import { serveQueues } from '../queue/service.ts';
import { noteWriteUps } from '../queue/wrap-up.ts';
import { settleVersions } from '../turn/plan-versions.ts';
import { settleTalk } from '../turn/talk.ts';
import type { Turn, Work } from '../turn/turn.ts';
import { settleDeparture } from './departure.ts';
import { leadLeg } from './way.ts';
import { settleStatuses } from './work-status.ts';

/** Does the work that an event left until none is left, then brings bridges, usage, work status and plan versions up to date. */
export function finishTurn(turn: Turn): void {
  do {
    for (let work = turn.work.shift(); work !== undefined; work = turn.work.shift()) doWork(turn, work);
  } while (serveQueues(turn));
  // A call's key is its id.
  for (const call of changedKeys(turn.calls)) {
    settleTalk(turn, call as CallId);
    noteWriteUps(turn, call as CallId);
  }
  settleUsage(turn);
  settleStatuses(turn);
  settleVersions(turn);
}

function doWork(turn: Turn, work: Work): void {
  switch (work.kind) {
    case 'go':
      return leadLeg(turn, work.here, work.next);
    case 'left':
      if (read(turn.calls, work.call)?.stage === 'open') settleDeparture(turn, work.call, work.who, work.cause);
      return;
    default:
      return work satisfies never;
  }
}
