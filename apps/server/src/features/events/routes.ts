import { readEvents } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import type { EventHeads } from './event-heads.ts';
import { pageOfEvents } from './read-events.ts';

export const eventRoutes = (db: Pick<Db, 'inTenant'>, heads: EventHeads): Route[] => [
  route(readEvents, ({ caller, query }) => db.inTenant(caller.tenantId, (trx) => pageOfEvents(trx, caller, query)), {
    async waits({ caller, query: { after, wait } }, gone) {
      if (after === undefined || wait === 0) return;
      await heads.beyond(caller.tenantId, after, {
        by: caller.sessionId,
        ms: wait * 1_000,
        gone,
        most: caller.most?.event_sockets,
      });
    },
  }),
];
