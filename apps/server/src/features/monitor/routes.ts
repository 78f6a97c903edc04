import { monitor } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { type Route, route } from '../../http/route.ts';
import { outsidersOf, presentBoard, readNames, visibleOf, wayOf } from './board.ts';
import { readCompany } from './company-roster.ts';
import { readQueueDay } from './queue-day.ts';

export interface MonitorDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly calls: Pick<CallsNow, 'goingOn'>;
}

/** The live board as it is now; whoever looks on is told by the live socket what becomes of it (`announce-board.ts`). */
export const monitorRoutes = ({ db, now, calls }: MonitorDeps): Route[] => [
  route(monitor, async ({ caller }) => {
    const { tenantId } = caller;
    const [company, day, everything] = await Promise.all([
      readCompany(db, tenantId),
      readQueueDay(db, caller, now()),
      calls.goingOn(tenantId),
    ]);
    const way = wayOf(caller, company);
    const { calls: seen, people } = visibleOf(everything, way);
    const nameOf = await readNames(db, tenantId, outsidersOf(seen, people));
    return {
      at: new Date(now()),
      level_percent: way.levelPercent,
      carriers: [...way.carriers.names],
      ...presentBoard(everything, way, nameOf, day),
    };
  }),
];
