import { scriptOfCalls } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';

/** What is to be said in a call, for whoever talks in it: it is no secret inside the company. */
export const scriptRoute = (db: Db): Route =>
  route(scriptOfCalls, async ({ caller, query: { queue, group, hotline } }) => {
    const { rows } = await db.inTenant(caller.tenantId, (trx) =>
      sql<{ name: string; script: string }>`
        select name, script from (
          select 1 as place, name, script from queue where id = ${queue ?? null}
          union all select 2, name, script from ring_group where id = ${group ?? null}
          union all select 3, name, script from service_number where number = ${hotline || null}
        ) as its where script <> '' order by place limit 1`.execute(trx),
    );
    return rows[0] ?? { name: '', script: '' };
  });
