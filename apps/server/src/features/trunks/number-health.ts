import { numberHealth } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';

const days = 7;
/** Whom it called by mistake, or who does not want such calls, is gone by then. */
const shortMs = 6_000;

interface Counted {
  readonly inbound: number;
  readonly inbound_answered: number;
  readonly outbound: number;
  readonly outbound_answered: number;
  readonly short: number;
  readonly full: number;
  readonly most_at_once: number;
  readonly last_call_at: Date | null;
}

/** How a number did lately, counted when somebody looks: of the whole company's calls, whoever looks. */
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
      const { rows } = await sql<Counted>`
        with own as materialized (
          select direction, status, cause, talk_ms, started_at, ended_at from call
            where started_at > ${since} and service_number = ${row.number}
        ), change as (
          select started_at as at, 1 as by from own union all select coalesce(ended_at, now()), -1 from own
        ), together as (select sum(by) over (order by at, by rows unbounded preceding) as n from change)
        select count(*) filter (where direction = 'inbound') as inbound,
          count(*) filter (where direction = 'inbound' and status = 'answered') as inbound_answered,
          count(*) filter (where direction = 'outbound') as outbound,
          count(*) filter (where direction = 'outbound' and status = 'answered') as outbound_answered,
          count(*) filter (where status = 'answered' and talk_ms < ${shortMs}) as short,
          count(*) filter (where cause = 'limit') as full,
          coalesce((select max(n) from together), 0) as most_at_once,
          max(started_at) as last_call_at from own`.execute(trx);
      const [counted] = rows;
      if (counted === undefined) throw new Error('A count has one row.');
      return { days, ...counted };
    }),
  );
