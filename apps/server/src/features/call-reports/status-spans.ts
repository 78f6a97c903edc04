import type { StatusSpan } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { plannedEachTime } from '../../db/statement-names.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import type { Days } from './parties.ts';
import type { StatusSum } from './status-report.ts';

/** Somebody with an extension, and where they belong today. */
export interface TimedPerson {
  readonly id: string;
  readonly name: string;
  readonly extension: string;
  readonly department_name: string;
  readonly team_name: string;
  readonly active: boolean;
}

export interface PeopleFilter {
  readonly department_id?: string | undefined;
  readonly team_id?: string | undefined;
  readonly account_id?: string | undefined;
}

/** Everybody with an extension whose times the caller sees, by extension. */
export async function timedPeople(trx: Trx, caller: Caller, filter: PeopleFilter = {}): Promise<TimedPerson[]> {
  const { department_id: department, team_id: team, account_id: account } = filter;
  const isIn = (column: string, place: string | undefined) =>
    place === undefined ? sql`true` : sql`coalesce(${sql.ref(column)}::text, 'none') = ${place}`;
  const { rows } = await sql<TimedPerson>`
    select account.id, account.name, account.extension, account.active, coalesce(department.name, '') as department_name,
      coalesce(team.name, '') as team_name
    from account left join department on department.id = account.department_id left join team on team.id = account.team_id
    where account.extension is not null and ${accountInReach(reachOf(caller))}
      and ${isIn('account.department_id', department)} and ${isIn('account.team_id', team)}
      and ${account === undefined ? sql`true` : sql`account.id = ${account}`}
    order by account.extension`.execute(trx);
  return rows;
}

/**
 * Stretches of these people's time that are within some days, cut off where these begin and end, and at `now` where they still go on.
 * Seconds are whole, so that parts come to the same as the whole. Only the last one from before can reach into them. Those that begin in them stand
 * on the disk by time, everybody's beside one another: a month of many people is read from one end to the other, where PostgreSQL knows how many.
 */
const spansIn = (
  accounts: readonly string[],
  { begin, end }: Pick<Days, 'begin' | 'end'>,
  now: Date,
): RawBuilder<unknown> => {
  const until = sql`least(${end}::timestamptz, ${now}::timestamptz)`;
  const isTheirs = sql`account.id = any(${accounts}::uuid[])`;
  return sql`(
    select account, status, reason, to_at is null and ${now} < ${end} as is_open,
      greatest(date_bin('1 second', from_at, '2000-01-01Z'), ${begin}::timestamptz) as from_at,
      least(date_bin('1 second', to_at, '2000-01-01Z'), ${until}) as to_at
    from (
      select account.id as account, last.status, last.reason, last.from_at, last.to_at
      from account cross join lateral (
        select * from status_span where extension = account.extension and from_at < ${begin} order by from_at desc limit 1
      ) as last where ${isTheirs} and (last.to_at is null or last.to_at > ${begin})
      union all
      select account.id, span.status, span.reason, span.from_at, span.to_at
      from account join status_span as span using (tenant_id, extension)
      where ${isTheirs} and span.from_at >= ${begin} and span.from_at < ${end}
    ) as span)`;
};

/** How long these people were in which status, each day by itself where that is wanted. */
export async function statusSums(
  trx: Trx,
  accounts: readonly string[],
  days: Pick<Days, 'begin' | 'end'>,
  { slot, now, timeZone }: { readonly slot: 'none' | 'day'; readonly now: Date; readonly timeZone: string },
): Promise<StatusSum[]> {
  const parts =
    slot === 'none'
      ? sql`select *, '' as slot from ${spansIn(accounts, days, now)} as span`
      : sql`
        select account, status, reason, to_char(day, 'YYYY-MM-DD') as slot,
          is_open and day = (to_at at time zone ${timeZone})::date as is_open,
          greatest(from_at, day at time zone ${timeZone}) as from_at,
          least(to_at, (day + interval '1 day') at time zone ${timeZone}) as to_at
        from ${spansIn(accounts, days, now)} as span
        cross join lateral generate_series(date_trunc('day', from_at at time zone ${timeZone}),
          to_at at time zone ${timeZone}, '1 day') as day`;
  const plan = sql.raw(accounts.length > 1 ? plannedEachTime : '');
  const { rows } = await sql<StatusSum>`
    select ${plan} account, slot, status, reason, extract(epoch from sum(to_at - from_at))::bigint as seconds,
      min(from_at) as first, max(to_at) as last, bool_or(is_open) as "isOpen"
    from (${parts}) as part where to_at > from_at group by 1, 2, 3, 4`.execute(trx);
  return rows;
}

/** What the time of somebody went to, one thing after the other. */
export async function spansOf(
  trx: Trx,
  account: string,
  days: Pick<Days, 'begin' | 'end'>,
  now: Date,
): Promise<StatusSpan[]> {
  const { rows } = await sql<{ status: StatusSpan['status']; reason: string; from: Date; to: Date | null }>`
    select status, reason, from_at as from, case when is_open then null else to_at end as to
    from ${spansIn([account], days, now)} as span where to_at > from_at or is_open order by from_at`.execute(trx);
  return rows.map(({ from, to, ...span }) => ({ ...span, from: from.toISOString(), to: to?.toISOString() ?? null }));
}
