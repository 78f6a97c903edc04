import { type KpiMeasureName, kpiMeasures, type kpiParts } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

import { heldBy } from '../../domain/holders.ts';
import { usualLevel } from '../../domain/queue-stays.ts';

/** The company's clock: a month, a week or a day is from its first midnight to the next one's, wherever the server stands. */
const zone = sql`(select time_zone from tenant)`;
const firstDay = (month: RawBuilder<unknown>) => sql`kpi_period_begins(${month})`;
const dayBehind = (month: RawBuilder<unknown>) => sql`kpi_period_ends(${month})`;
const begins = (month: RawBuilder<unknown>) => sql`(${firstDay(month)}::timestamp at time zone ${zone})`;
const ends = (month: RawBuilder<unknown>) => sql`(${dayBehind(month)}::timestamp at time zone ${zone})`;
const today = sql`(now() at time zone ${zone})::date`;
const daysIn = (month: RawBuilder<unknown>) => sql`(${dayBehind(month)} - ${firstDay(month)})`;

/** The month that it is where the company is. */
export const thisMonth: RawBuilder<string> = sql`to_char(${today}, 'YYYY-MM')`;
export const daysInMonth = (month: RawBuilder<unknown>): RawBuilder<number> => sql`${daysIn(month)}`;
/** How many whole days of it are over; −1 before it begins. */
export const daysPassed = (month: RawBuilder<unknown>): RawBuilder<number> =>
  sql`least(greatest(${today} - ${firstDay(month)}, -1), ${daysIn(month)})`;

/**
 * What people did in a month, added up, as one row of `KpiParts`: `whose` are accounts, as a condition on `account`. A conversation
 * is of the month that it began in, as in the history, and of whoever had the extension then. What no sums are kept of is counted for
 * the measure that is made of it, and nothing of any other.
 */
export const kpiPartsOf = (
  whose: RawBuilder<SqlBool>,
  month: RawBuilder<unknown>,
  measure: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select ${sql.join(onThePhone.map((part) => sql`coalesce(calls.${sql.ref(part)}, 0)::float8 as ${sql.ref(part)}`))},
    kept.kept::float8 as kept, kept.talked::float8 as talked, kept.agreed::float8 as agreed,
    stays.queued::float8 as queued, stays.in_time::float8 as in_time, asked.rated::float8 as rated,
    asked.satisfied::float8 as satisfied, customers.added::float8 as added, scores.scored::float8 as scored,
    scores.score_sum::float8 as score_sum
  from (select ${sql.join(onThePhone.map((part) => sql`sum(${sql.ref(part)}) as ${sql.ref(part)}`))}
    from (${heldBy(whose)}) as held join person_sum on person_sum.extension = held.extension
      and at >= greatest(held.from_at, ${begins(month)}) and at < least(held.to_at, ${ends(month)})) as calls,
    (select count(*) as kept, count(*) filter (where outcome not in (
        select code from disposition_outcome where campaign_state in ('missed', 'wrong-number'))) as talked,
      count(*) filter (where outcome in (select code from disposition_outcome where success)) as agreed
      from disposition where created_by = any (array(select account.id from account where ${whose}))
        and created_at >= ${begins(month)} and created_at < ${ends(month)}) as kept,
    (select count(*) as queued, count(*) filter (where stay.wait_ms <= 1000 * coalesce(queue.service_level_seconds,
        ${sql.lit(usualLevel.levelSeconds)})) as in_time
      from (${heldBy(whose)}) as held join call on call.to_extension = held.extension and call.status = 'answered'
          and call.direction = 'inbound'
          and call.started_at >= greatest(held.from_at, ${begins(month)}) and call.started_at < least(held.to_at, ${ends(month)})
        join queue_stay as stay on stay.call_id = call.id and stay.outcome = 'answered' and stay.counts
        left join queue on queue.id::text = stay.queue_id
      where ${measure} = 'in-time') as stays,
    (select coalesce(sum(rated), 0) as rated, coalesce(sum(satisfied), 0) as satisfied from survey_response
      where created_by = any (array(select account.id from account where ${whose}))
        and created_at >= ${begins(month)} and created_at < ${ends(month)} and ${measure} = 'csat') as asked,
    (select count(*) as added from customer where created_by = any (array(select account.id from account where ${whose}))
        and created_at >= ${begins(month)} and created_at < ${ends(month)} and ${measure} = 'new-customers') as customers,
    (select count(*) as scored, coalesce(sum(percent), 0) as score_sum from evaluation
      where agent_id = any (array(select account.id from account where ${whose}))
        and state in ('submitted', 'agreed', 'disputed', 'decided')
        and submitted_at >= ${begins(month)} and submitted_at < ${ends(month)} and ${measure} = 'call-score') as scores`;

const onThePhone = [
  'answered',
  'inbound',
  'missed',
  'outbound',
  'met',
  'talk_ms',
] as const satisfies readonly (typeof kpiParts)[number][];

/** `kpiReached` in SQL, of a row of parts that the query knows as `parts`. */
export const reachedIn = (measure: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`case ${measure} ${sql.join(
    Object.keys(kpiMeasures).map((name) => sql`when ${sql.lit(name)} then ${valueOf(name as KpiMeasureName)}`), // its own keys
    sql` `,
  )} end`;

function valueOf(name: KpiMeasureName) {
  const { of, by, times = 1 } = kpiMeasures[name];
  const part = (which: string) => sql`parts.${sql.ref(which)}`;
  const whole = by === undefined ? sql`1` : sql`nullif(${sql.join(by.map(part), sql` + `)}, 0)`;
  return sql`round((${sql.lit(times)}::float8 * ${part(of)} / ${whole})::numeric, 1)::float8`;
}

const limits = Object.entries(kpiMeasures).flatMap(([name, { atMost }]) => (atMost === true ? [name] : []));

/** `kpiPercent` in SQL. */
export const percentIn = (
  measure: RawBuilder<unknown>,
  target: RawBuilder<unknown>,
  reached: RawBuilder<unknown>,
): RawBuilder<number | null> => sql`round((case when ${measure} in (${sql.join(limits.map((name) => sql.lit(name)))})
  then 100 * ${target} / nullif(${reached}, 0) else 100 * ${reached} / ${target} end)::numeric, 1)::float8`;
