import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { ValueOrPlaceholder } from '../db/prepared.ts';

/**
 * The calls of people by their extensions, as a condition on `call`: those that they placed, took first (or were rung last for, where
 * nobody took them), or talked in otherwise, by a transfer, a conference or in somebody's place. Every figure of people counts these.
 */
export const isCallOf = (extensions: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(call.from_extension = any(${extensions}) or call.to_extension = any(${extensions})
    or coalesce(call.shares ?| ${extensions}, false))`;

/** Of these the ones that are found by neither of the two columns of a call, by an index, where they began in this time. */
export const isJoinedBy = (
  extension: RawBuilder<unknown>,
  {
    from,
    to,
  }: { readonly from?: ValueOrPlaceholder<Date> | undefined; readonly to?: ValueOrPlaceholder<Date> | undefined } = {},
): RawBuilder<SqlBool> => sql`call.shares ? ${extension} and (call.id, call.started_at) in (
  select call_id, call_started_at from call_segment
  where joined and call_segment.extension = ${extension} and ${beganIn({ from, to })})`;

/** Stays in calls that began in a time, open where nothing is said. */
export const beganIn = ({
  from,
  to,
}: {
  from?: ValueOrPlaceholder<Date> | undefined;
  to?: ValueOrPlaceholder<Date> | undefined;
}) => sql`
  call_started_at >= coalesce(${from ?? null}, '-infinity'::timestamptz)
    and call_started_at < coalesce(${to ?? null}, 'infinity'::timestamptz)`;

/** Of an extension held for a time, a row `held` as in `extension_holder`. */
export const isHeldAt = (at: RawBuilder<unknown>) => sql<SqlBool>`${at} >= held.from_at and ${at} < held.to_at`;

/** When calls began, and of each extension so many that it placed, that it took, and that it came into; all where nothing is said. */
export interface CallsSought {
  readonly from?: ValueOrPlaceholder<Date> | undefined;
  readonly to?: ValueOrPlaceholder<Date> | undefined;
  readonly atMost?: number;
}

/**
 * `id` and `started_at` of each call of extensions in times, once and in no order; `held` are these, as rows of `extension_holder`, and
 * `isHeld` whether one was among them at a time. Each extension's are found by indexes that have them in the order of time.
 */
export function callsOf(
  held: RawBuilder<unknown>,
  isHeld: (extension: RawBuilder<unknown>, at: RawBuilder<unknown>) => RawBuilder<SqlBool>,
  { from, to, atMost }: CallsSought = {},
): RawBuilder<unknown> {
  const began = sql`call.started_at`;
  const newest = (at: RawBuilder<unknown>) =>
    atMost === undefined ? sql`` : sql`order by ${at} desc limit ${sql.lit(atMost)}`;
  const [placed, took] = [sql`call.from_extension`, sql`call.to_extension`];
  const by = (column: RawBuilder<unknown>, isTold: RawBuilder<SqlBool>) => sql`
    select its.id, its.started_at from (${held}) as held cross join lateral (
      select id, started_at from call where ${column} = held.extension and not ${isTold} and ${isHeldAt(began)}
        and started_at >= coalesce(${from ?? null}, '-infinity'::timestamptz)
        and started_at < coalesce(${to ?? null}, 'infinity'::timestamptz)
      ${newest(began)}
    ) as its`;
  const joined = sql`
    select distinct call.id, call.started_at from (${held}) as held cross join lateral (
      select call_id, call_started_at from call_segment
      where joined and call_segment.extension = held.extension and ${isHeldAt(sql`call_started_at`)} and ${beganIn({ from, to })}
      ${newest(sql`call_started_at`)}
    ) as its join call on call.id = its.call_id and call.started_at = its.call_started_at and call.shares ? held.extension
    where not (${isHeld(placed, began)} or ${isHeld(took, began)})`;
  return sql`${by(placed, sql`false`)} union all ${by(took, isHeld(placed, began))} union all ${joined}`;
}
