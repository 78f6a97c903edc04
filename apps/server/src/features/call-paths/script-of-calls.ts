import { scriptOfCalls } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';

/** What is to be said in a call, for whoever talks in it: it is no secret inside the company. */
export const scriptRoute = (db: Db): Route =>
  route(scriptOfCalls, async ({ caller, query: { kind, id } }) => {
    const row = await db.inTenant(caller.tenantId, (trx) =>
      trx
        .selectFrom(kind === 'queue' ? 'queue' : 'ring_group')
        .where('id', '=', id)
        .select(['name', 'script'])
        .executeTakeFirst(),
    );
    return row ?? { name: '', script: '' };
  });
