import { allCallOutcome } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';

/** What can come of calls, for whoever says it. */
export const callOutcomeRoutes = (db: Pick<Db, 'inTenant'>): Route[] => [
  route(allCallOutcome, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx
        .selectFrom('disposition_outcome')
        .select(['id', 'code', 'name', 'group', 'colour', 'next_step', 'active'])
        .orderBy('position')
        .orderBy('name')
        .execute(),
    })),
  ),
];
