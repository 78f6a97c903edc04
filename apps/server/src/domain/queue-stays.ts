import { queueWait, queueWaitSeconds } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { ValueOrPlaceholder } from '../db/prepared.ts';
import { reachOf, type Seer } from '../kernel/reach.ts';
import { callsSeenBy } from './call-scope.ts';

/** What a queue is called that calls were in and that is there no more. */
export const goneQueue = 'Hàng đợi đã xoá';

/** By which queue calls are wanted, and how they left it. */
export interface WantedStay {
  readonly queue_id?: ValueOrPlaceholder<string> | undefined;
  readonly queue_outcome?: ValueOrPlaceholder<string> | undefined;
  readonly queue_wait?: ValueOrPlaceholder<string> | undefined;
}

/** Where the calls began within, as far as that is known: what of a queue is looked at is no more than that. */
interface Within {
  readonly from?: ValueOrPlaceholder<Date> | undefined;
  readonly to?: ValueOrPlaceholder<Date> | undefined;
}

/** The calls that were in a queue, as a condition on `call`; true where nothing is said of queues. */
export function wasInQueue(
  { queue_id: queue, queue_outcome: outcome, queue_wait: wait }: WantedStay,
  { from, to }: Within = {},
): RawBuilder<SqlBool> {
  if (queue === undefined && outcome === undefined && wait === undefined) return sql`true`;
  const wanted = [
    ...(queue === undefined ? [] : [sql`stay.queue_id = ${queue}`]),
    ...(outcome === undefined ? [] : [sql`stay.outcome = ${outcome}`]),
    ...(wait === undefined ? [] : [sql`${waitStep(sql`stay.wait_ms`)} = ${wait}`]),
    ...(from === undefined ? [] : [sql`stay.call_started_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`stay.call_started_at < ${to}`]),
  ];
  return sql`call.id in (select stay.call_id from queue_stay as stay
    where ${sql.join(wanted, sql` and `)})`;
}

/** The step of waiting that a time in milliseconds is in. */
export function waitStep(ms: RawBuilder<unknown>): RawBuilder<string> {
  const steps = queueWait.options.map((step) => {
    const { to } = queueWaitSeconds(step);
    return to === undefined
      ? sql`else ${sql.lit(step)}`
      : sql`when ${ms} < ${sql.lit(to * 1_000)} then ${sql.lit(step)}`;
  });
  return sql`case ${sql.join(steps, sql` `)} end`;
}

/** What a queue calls in time, and lost, where it is not there any more: as a new one does. */
export const usualLevel = { levelSeconds: 20, shortSeconds: 5 };

/**
 * What came in queues of calls that began in a time, of those that the caller sees, as rows of
 * `queue_id, call_started_at, outcome, wait_ms, in_time, soon`: the one place that says whether somebody was answered in time, or gave up
 * so soon that they are not lost. Bots that try the product are none of them. One queue after the other, so that no more is looked at than what began then.
 */
export function staysBetween(
  from: ValueOrPlaceholder<Date>,
  to: ValueOrPlaceholder<Date>,
  caller: Seer,
  queue?: string,
): RawBuilder<unknown> {
  const seen =
    reachOf(caller).kind === 'all'
      ? sql`true`
      : sql`exists (select from call where call.id = stay.call_id and call.started_at = stay.call_started_at
          and ${callsSeenBy(caller)})`;
  const first = queue === undefined ? sql`select min(queue_id) from queue_stay` : sql`select ${queue}::text`;
  const others =
    queue === undefined ? sql`select min(queue_id) from queue_stay where queue_id > known.id` : sql`select null::text`;
  return sql`(
    with recursive known (id) as (${first} union all select (${others}) from known where known.id is not null)
    select stay.queue_id, stay.call_started_at, stay.outcome, stay.wait_ms,
      stay.wait_ms <= 1000 * coalesce(queue.service_level_seconds, ${usualLevel.levelSeconds}::int) as in_time,
      stay.wait_ms < 1000 * coalesce(queue.short_abandon_seconds, ${usualLevel.shortSeconds}::int) as soon
    from known cross join lateral (
      select queue_id, call_id, call_started_at, outcome, wait_ms from queue_stay
      where queue_id = known.id and call_started_at >= ${from} and call_started_at < ${to} and counts
    ) as stay left join queue on queue.id::text = stay.queue_id
    where known.id is not null and ${seen})`;
}

/**
 * The same added up, as rows of `StaySum`: what reports, files and the live board are counted from. `slot` tells times apart by words, of
 * a row `stay`.
 */
export const staySums = (
  { from, to }: { readonly from: ValueOrPlaceholder<Date>; readonly to: ValueOrPlaceholder<Date> },
  slot: RawBuilder<unknown>,
  caller: Seer,
  queue?: string,
): RawBuilder<unknown> => sql`
  select stay.queue_id as queue, ${slot} as slot,
    stay.outcome, count(*) as n, count(*) filter (where in_time) as "inTime", count(*) filter (where soon) as soon,
    sum(stay.wait_ms)::bigint as "waitMs", max(stay.wait_ms) as "longestMs"
  from ${staysBetween(from, to, caller, queue)} as stay
  group by 1, 2, 3`;
