import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { Told } from '../db/prepared.ts';

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
  { from, to }: { readonly from?: Told<Date> | undefined; readonly to?: Told<Date> | undefined } = {},
): RawBuilder<SqlBool> => sql`call.shares ? ${extension} and (call.id, call.started_at) in (
  select call_id, call_started_at from call_segment
  where joined and call_segment.extension = ${extension} and ${beganIn({ from, to })})`;

/** Stays in calls that began in a time, open where nothing is said. */
export const beganIn = ({ from, to }: { from?: Told<Date> | undefined; to?: Told<Date> | undefined }) => sql`
  call_started_at >= coalesce(${from ?? null}, '-infinity'::timestamptz)
    and call_started_at < coalesce(${to ?? null}, 'infinity'::timestamptz)`;
