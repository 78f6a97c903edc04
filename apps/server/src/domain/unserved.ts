import { unservedStatuses } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { Trx } from '../db/database.ts';

/**
 * As the index `call_unserved` has it, letter by letter. Somebody called: behind a bot that tries the product, a survey or a code nobody
 * waits to be called back.
 */
export const isUnserved = sql<SqlBool>`call.direction = 'inbound' and call.outside_number <> ''
  and call.status in (${sql.join(Object.keys(unservedStatuses).map((status) => sql.lit(status)))})
  and call.purpose not in ('survey', 'otp', 'test')`;

/**
 * A row of `call` in which a customer is talked with: a call of theirs that was answered, or one to them that somebody of ours placed
 * or took. What a machine says to them, as a one-time password, is none; nor is a bot that calls by their number.
 */
const isContact = sql<SqlBool>`contact.status in ('answered', 'in_progress') and contact.answered_at is not null
  and contact.purpose not in ('otp', 'test') and (contact.direction = 'inbound'
    or contact.from_extension <> '' or contact.to_extension <> '' or contact.agent_extension <> '')`;

/** Nobody's phone rings longer before it is answered: a contact began at most so long before it was one. */
const longestRing = sql.lit('1 hour');

/** Somebody at some numbers, and a stretch of time. */
interface Reaching {
  readonly key: string;
  readonly numbers: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/** When somebody first talked with each of them in that time, by their keys; those with whom nobody did are not in it. */
export async function reachedWithin(trx: Trx, asked: readonly Reaching[]): Promise<ReadonlyMap<string, number>> {
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ key: string; at: Date }>`
    select asked.key, reached.at from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked (key text, numbers text[], "from" timestamptz, "to" timestamptz)
    join lateral (
      select min(contact.answered_at) as at from call as contact
      where contact.outside_number = any(asked.numbers) and ${isContact}
        and contact.answered_at between asked."from" and asked."to"
        and contact.started_at between asked."from" - interval ${longestRing} and asked."to"
    ) as reached on reached.at is not null`.execute(trx);
  return new Map(rows.map(({ key, at }) => [key, at.getTime()]));
}

/** All numbers of whoever has called, as `its` has them. */
const theirNumbers = sql`case when its.customer_id is null then array[its.e164]
  else array(select e164 from customer_phone where customer_phone.customer_id = its.customer_id) end`;

/**
 * `with` of a query: `unserved` are these unserved calls, each with the first contact after it (`reached_at`) and whether somebody has
 * closed it by hand; `waiting` are the customers, once for each time that they were not served until somebody talked with them. Nothing
 * of it is stored: a call that comes late or is corrected is where it belongs as soon as it is written.
 */
export const waitingCalls = (which: RawBuilder<SqlBool>) => sql`
  its as materialized (
    select call.id, call.started_at, call.status, call.outside_number as e164, phone.customer_id,
      coalesce(phone.customer_id::text, call.outside_number) as party
    from call left join customer_phone as phone on phone.e164 = call.outside_number
    where ${isUnserved} and ${which}
  ), unserved as (
    select its.*, reached.at as reached_at, coalesce(its.started_at <= said.closed_to, false) as is_closed
    from its
    left join lateral (
      select min(contact.answered_at) as at from call as contact
      where contact.outside_number = any(${theirNumbers}) and ${isContact}
        and contact.answered_at >= its.started_at and contact.started_at >= its.started_at - interval ${longestRing}
    ) as reached on true
    left join call_return as said on said.e164 = its.e164
  ), waiting as (
    select party, customer_id, reached_at, is_closed, count(*)::int as calls,
      min(started_at) as since, max(started_at) as last_at, array_agg(distinct e164) as called_from,
      (array_agg(id order by started_at desc, id))[1] as id,
      (array_agg(status order by started_at desc, id))[1] as status,
      (array_agg(e164 order by started_at desc, id))[1] as e164,
      array_agg(id) as ids
    from unserved
    group by party, customer_id, reached_at, is_closed
  )`;

/** A row of `waiting` of whoever is still to be called. */
export const isUnreturned = sql<SqlBool>`waiting.reached_at is null and not waiting.is_closed`;

/** How many customers were not served, how many of them still wait, and how many were talked with how soon. */
export interface ReturnCounts {
  readonly unserved: number;
  readonly open: number;
  readonly within_15_minutes: number;
  readonly within_hour: number;
  readonly within_day: number;
}

// Who was closed by hand counts nowhere.
const counted = sql`waiting.reached_at is not null or not waiting.is_closed`;
const within = (time: string) =>
  sql`(count(*) filter (where waiting.reached_at <= waiting.since + interval ${sql.lit(time)}))::int`;

/** The same as columns of `waiting`. */
export const returnCounts = sql`(count(*) filter (where ${counted}))::int as unserved,
  (count(*) filter (where ${isUnreturned}))::int as open, ${within('15 minutes')} as within_15_minutes,
  ${within('1 hour')} as within_hour, ${within('1 day')} as within_day`;

/** Everything that was said of the numbers of a row of `waiting` counts from its first call on: what was before is over. */
export const claimOf = sql`
  select said.claimed_by, said.claimed_at, account.name
  from call_return as said join account on account.id = said.claimed_by
  where said.claimed_at >= waiting.since
    and said.e164 = any(waiting.called_from || array(
      select e164 from customer_phone where customer_phone.customer_id = waiting.customer_id))
  order by said.claimed_at desc limit 1`;
