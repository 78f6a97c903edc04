import type { RoutingPlan } from '@alo/call-core';
import { hotlineCalls, hotlinesNow, type ResultOf } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { hotlinesAt } from './hotline-now.ts';
import { type HotlineDeps, makeHotlineRoute } from './make-hotline.ts';

type Calls = ResultOf<typeof hotlineCalls>['data'][number];

/** The company’s numbers as hotlines: how they stand, and how one is made. `planOf` is what their calls are led by. */
export const hotlineRoutes = (
  deps: HotlineDeps & { readonly now: () => number; readonly planOf: (tenantId: string) => Promise<RoutingPlan> },
): Route[] => [
  makeHotlineRoute(deps),

  route(hotlinesNow, async ({ caller: { tenantId }, query }) => {
    const { db, now, planOf } = deps;
    const rows = await db.inTenant(tenantId, (trx) => numbersOf(trx, query.ids));
    if (rows.length === 0) return { data: [] };
    const at = hotlinesAt(await planOf(tenantId), now());
    return { data: rows.map(({ id, number }) => ({ id, ...at(number) })) };
  }),

  route(hotlineCalls, ({ caller: { tenantId, timeZone }, query }) =>
    deps.db.inTenant(tenantId, async (trx) => {
      const { rows } = await sql<Calls>`
        select service_number.id, coalesce(sum(inbound), 0)::int as inbound_today,
          coalesce(sum(inbound_answered), 0)::int as inbound_answered_today, coalesce(sum(outbound), 0)::int as outbound_today,
          (select count(*)::int from call where status = 'in_progress' and call.service_number = service_number.number) as calls_now
        from service_number left join number_sum on number_sum.number = service_number.number
          and number_sum.at >= date_trunc('day', ${new Date(deps.now())}::timestamptz, ${timeZone})
        where service_number.id = any (${query.ids.split(',')}::uuid[])
        group by service_number.id, service_number.number`.execute(trx);
      return { data: rows };
    }),
  ),
];

const numbersOf = (trx: Trx, ids: string) =>
  trx.selectFrom('service_number').where('id', 'in', ids.split(',')).select(['id', 'number']).execute();
