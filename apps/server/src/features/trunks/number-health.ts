import { numberHealth } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';

const days = 7;

interface Counted {
  readonly inbound: number;
  readonly inbound_answered: number;
  readonly outbound: number;
  readonly outbound_answered: number;
  readonly short: number;
  readonly full: number;
}

interface Looked {
  readonly most_at_once: number;
  readonly last_call_at: Date | null;
}

/** How a number did lately: of the whole company's calls, whoever looks. Hours are counted as a whole. */
export const numberHealthRoute = (db: Db, now: () => number): Route =>
  route(numberHealth, ({ caller, params }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const row = await trx
        .selectFrom('service_number')
        .where('id', '=', params.id)
        .select('number')
        .executeTakeFirst();
      if (row === undefined) throw Problem.notFound();
      const since = new Date(now() - days * 86_400_000);
      const { rows: sums } = await sql<Counted>`
        select coalesce(sum(inbound), 0)::int as inbound, coalesce(sum(inbound_answered), 0)::int as inbound_answered,
          coalesce(sum(outbound), 0)::int as outbound, coalesce(sum(outbound_answered), 0)::int as outbound_answered,
          coalesce(sum(short), 0)::int as short, coalesce(sum("full"), 0)::int as full
        from number_sum where number = ${row.number} and at > ${since}`.execute(trx);
      const { rows: looked } = await sql<Looked>`
        with own as materialized (
          select started_at, ended_at from call where service_number = ${row.number} and service_number <> '' and started_at > ${since}
            -- As the sums have it: a code takes a channel, a try does not.
            and purpose <> 'test'
        ), change as (
          select started_at as at, 1 as by from own union all select coalesce(ended_at, now()), -1 from own
        ), together as (select sum(by) over (order by at, by rows unbounded preceding) as n from change)
        select coalesce((select max(n) from together), 0)::int as most_at_once,
          (select max(started_at) from own) as last_call_at`.execute(trx);
      const [counted, at] = [sums[0], looked[0]];
      if (counted === undefined || at === undefined) throw new Error('A count has one row.');
      return { days, ...counted, ...at };
    }),
  );

/** What a list tells of each number: calls of the last week, how many were answered, how many of those were short. */
export const weekOf = (what: 'inbound' | 'inbound_answered' | 'outbound' | 'outbound_answered' | 'short') =>
  sql<number>`(select coalesce(sum(${sql.ref(what)}), 0)::int from number_sum
    where number_sum.number = service_number.number and at > now() - make_interval(days => ${days}::int))`;
