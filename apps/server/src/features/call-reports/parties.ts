import type { AskedPurpose } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { isCounted } from '../../domain/call-counts.ts';
import { isForPurpose } from '../../domain/call-purpose.ts';
import { callsSeenBy } from '../../domain/call-scope.ts';
import { beganIn } from '../../domain/calls-of.ts';
import { type WantedStay, wasInQueue } from '../../domain/queue-stays.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { DirectionTalk, PartySum } from './report.ts';

/** Days of the company's clock, and the time from the midnight that they begin with to the one that ends them. */
export interface Days {
  readonly from: string;
  readonly to: string;
  readonly begin: Date;
  readonly end: Date;
}

const dayMs = 86_400_000;
/** The sums' days begin at midnight in Vietnam; see their migration. */
const midnight = 17 * 3_600_000;
const daysAtMost = 366;

/** The days that are asked for: the last seven where none is said. */
export async function daysOf(
  trx: Trx,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  { timeZone }: Pick<Caller, 'timeZone'>,
  now: Date,
  atMost = daysAtMost,
): Promise<Days> {
  const { rows } = await sql<Days & { days: number }>`
    with today as (select (${now}::timestamptz at time zone ${timeZone})::date as it),
      ends as (select coalesce(${to ?? null}::date, greatest(it, ${from ?? null}::date)) as last from today),
      days as (select coalesce(${from ?? null}::date, last - 6) as first, last from ends)
    select to_char(first, 'YYYY-MM-DD') as from, to_char(last, 'YYYY-MM-DD') as to, last - first + 1 as days,
      first::timestamp at time zone ${timeZone} as begin, (last + 1)::timestamp at time zone ${timeZone} as end
    from days`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw new Error('Days have no bounds.');
  const { days, ...span } = found;
  if (days < 1) throw Problem.badRequest({ to: 'Ngày cuối phải từ ngày đầu trở đi' });
  if (days > atMost) throw Problem.badRequest({ from: `Chọn tối đa ${atMost} ngày` });
  return span;
}

/** Sums of extensions, each from the beginning of a time in which every extension was of the same person. */
export interface SumsOfTimes {
  readonly sums: readonly (PartySum & Since)[];
  readonly talks: readonly (DirectionTalk & Since)[];
}
interface Since {
  readonly since: number;
}

interface PartiesQuery {
  /** When one time ends in these days, and the next begins, in their order. */
  readonly moments: readonly number[];
  readonly queue: WantedStay;
  /** What the calls are for; those that figures count where none is said. */
  readonly purpose?: AskedPurpose | undefined;
  readonly caller: Caller;
}

/**
 * Who talked with whom how often in these days, and how long each of them, of what the caller sees: sums of days for who sees
 * everybody's, else call by call, as those of a queue.
 */
export async function partiesIn(trx: Trx, days: Days, wanted: PartiesQuery): Promise<SumsOfTimes> {
  const { rows: sums } = await sql<PartySum & Since>`
    select since::float8 as since, from_extension as from, to_extension as to, others, direction, status,
      sum(n)::bigint as n, sum(wait_ms)::bigint as "waitMs", sum(talk_ms)::bigint as "talkMs"
    from (${partsOf(days, wanted, sumsOfParties)}) as part group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0`.execute(trx);
  const { rows: talks } = await sql<DirectionTalk & Since>`
    select since::float8 as since, extension as by, direction, sum(talk_ms)::bigint as "talkMs"
    from (${partsOf(days, wanted, sumsOfTalk)}) as part group by 1, 2, 3`.execute(trx);
  return { sums, talks };
}

/** The same figures as they are in sums of days, and of calls by a condition on them; see the migration of the sums. */
interface Summed {
  readonly kept: (since: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly counted: (since: RawBuilder<unknown>, which: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const sumsOfParties: Summed = {
  kept: (since) => sql`
    select ${since} as since, from_extension, to_extension, others, direction, status, n, wait_ms, talk_ms from party_sum`,
  counted: (since, which) => sql`
    select ${since} as since, from_extension, to_extension, case when shares is null then '{}' else array(
        select other from jsonb_object_keys(shares) as other where other not in (from_extension, to_extension) order by 1
      ) end as others, direction, status, count(*) as n, sum(wait_ms) as wait_ms, sum(talk_ms) as talk_ms
    from call where ${which} group by 2, 3, 4, 5, 6`,
};

const sumsOfTalk: Summed = {
  kept: (since) => sql`select ${since} as since, extension, direction, talk_ms from talk_sum`,
  counted: (since, which) => sql`
    select ${since} as since, own.extension, direction, sum(own.talk_ms) as talk_ms
    from call cross join lateral own_talks(from_extension, to_extension, shares, call.talk_ms) as own
    where status = 'answered' and ${which} group by 2, 3`,
};

function partsOf(
  { begin, end }: Days,
  { moments, queue, purpose = 'counted', caller }: PartiesQuery,
  { kept, counted }: Summed,
) {
  const isOfQueue = queue.queue_id !== undefined || queue.queue_outcome !== undefined;
  const isSummed = reachOf(caller).kind === 'all' && !isOfQueue && purpose === 'counted';
  const seen = sql`${isForPurpose(purpose)} and ${callsSeenBy(caller)} and ${wasInQueue(queue, { from: begin, to: end })}`;
  const ends = [begin.getTime(), ...moments, end.getTime()];
  const parts = ends.slice(1).flatMap((last, place) => {
    const first = ends[place] ?? last;
    const since = sql.lit(first);
    const each = (from: number, to: number) =>
      counted(since, sql`started_at >= ${new Date(from)} and started_at < ${new Date(to)} and ${seen}`);
    if (!isSummed) return [each(first, last)];
    const { whole, edges } = wholeDays(first, last);
    return [
      sql`${kept(since)} where at >= ${new Date(whole.from)} and at < ${new Date(whole.to)}`,
      ...edges.map(({ from, to }) => each(from, to)),
    ];
  });
  return sql.join(parts, sql` union all `);
}

/** The whole days of the sums in a span, and what is left of it before and after them. */
export function wholeDays(begin: number, end: number) {
  const from = Math.ceil((begin - midnight) / dayMs) * dayMs + midnight;
  const to = Math.floor((end - midnight) / dayMs) * dayMs + midnight;
  if (to <= from) return { whole: { from: begin, to: begin }, edges: [{ from: begin, to: end }] };
  const edges = [
    { from: begin, to: from },
    { from: to, to: end },
  ];
  return { whole: { from, to }, edges: edges.filter((edge) => edge.from < edge.to) };
}

/** When each of these extensions began its first and its last call of these days: by the indexes of extensions, a step for each. */
export async function endsOf(
  trx: Trx,
  extensions: readonly string[],
  { begin, end }: Days,
  { direction, ...queue }: WantedStay & { readonly direction?: string | undefined },
  caller: Caller,
) {
  const narrower = sql`${direction === undefined ? sql`true` : sql`direction = ${direction}`} and ${callsSeenBy(caller)}
    and ${isCounted} and ${wasInQueue(queue, { from: begin, to: end })}`;
  const one = (column: 'from_extension' | 'to_extension', order: RawBuilder<unknown>) => sql`(
    select started_at from call where ${sql.ref(column)} = extension and started_at >= ${begin} and started_at < ${end}
      and ${narrower} order by started_at ${order} limit 1)`;
  const joined = (order: RawBuilder<unknown>) => sql`(
    select started_at from call_segment as stay
      join call on call.id = stay.call_id and call.started_at = stay.call_started_at
    where joined and stay.extension = one.extension and shares ? one.extension and ${beganIn({ from: begin, to: end })} and ${narrower}
    order by call_started_at ${order} limit 1)`;
  const utmost = (which: 'least' | 'greatest', order: RawBuilder<unknown>) => sql`
    ${sql.raw(which)}(${one('from_extension', order)}, ${one('to_extension', order)}, ${joined(order)})`;
  const { rows } = await sql<{ extension: string; first_at: Date | null; last_at: Date | null }>`
    select extension, ${utmost('least', sql`asc`)} as first_at, ${utmost('greatest', sql`desc`)} as last_at
    from unnest(${extensions}::text[]) as one (extension)`.execute(trx);
  return new Map(rows.map(({ extension, ...ends }) => [extension, ends]));
}
