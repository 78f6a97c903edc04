import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { isCounted, isLeftOut, isRefused } from '../../domain/call-counts.ts';
import { callsSeenBy } from '../../domain/call-scope.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { Window } from './windows.ts';

/** What sums are made by, those of conversations and those of people; see their migration. */
const callMs = 5 * 60_000;
const quarterMs = 15 * 60_000;

/**
 * Conversations of a window that the caller sees, as rows of `at, direction, status, n, short, refused, wait_ms, talk_ms`: sums of
 * five minutes where the caller sees everybody's, and at the window's edges and for everybody else one by one. Codes that are read out
 * and bots are among them where all are asked for.
 */
export function callsIn(window: Window, caller: Caller, which: 'counted' | 'all' = 'counted'): RawBuilder<unknown> {
  const each = (refused: RawBuilder<unknown>) =>
    sql`direction, status, 1 as n, (wait_ms < 5000)::int as short, (${refused})::int as refused, wait_ms, talk_ms`;
  if (reachOf(caller).kind !== 'all') {
    const those = which === 'all' ? sql`true` : isCounted;
    return sql`(select started_at as at, ${each(isRefused)} from call where ${seenIn(window, caller)} and ${those})`;
  }
  const { edges, whole } = parted(window, callMs);
  const sums = sql`select at, direction, status, n, short, refused, wait_ms, talk_ms from call_sum
    where at >= ${whole.from} and at < ${whole.to}`;
  const one = (edge: Window) => sql`select at, ${each(sql`refused`)} from ${callsOf(edge)}`;
  const leftOut = sql`select started_at as at, ${each(isRefused)} from call where ${seenIn(window, caller)} and ${isLeftOut}`;
  const parts = [sums, ...edges.map(one), ...(which === 'all' ? [leftOut] : [])];
  return sql`(${sql.join(parts, sql` union all `)})`;
}

/** How many calls of a window the caller sees that figures leave out. */
export const readLeftOut = (trx: Trx, window: Window, caller: Caller) =>
  trx
    .selectFrom('call')
    .where(sql<boolean>`${seenIn(window, caller)} and ${isLeftOut}`)
    .select(({ fn }) => fn.countAll<number>().as('n'));

/** What people did at the edges of a window, call by call: rows of `at, extension, answered, missed, talk_ms`. */
export function deedsAtEdges(window: Window): RawBuilder<unknown> {
  const one = (edge: Window) => sql`
    select its.at, part.extension, (status = 'answered')::int as answered, (status <> 'answered')::int as missed, part.talk_ms
    from ${callsOf(edge)} as its cross join lateral (
      select extension, own.talk_ms from own_talks(from_extension, to_extension, shares, its.talk_ms) as own
        where status = 'answered'
      union all
      select unnest(rang), 0 where direction = 'inbound' and status not in ('in_progress', 'answered')
    ) as part`;
  const { edges } = parted(window, quarterMs);
  // A day that is over has none: no time at all stands for them.
  const times = edges.length === 0 ? [{ from: window.to, to: window.to }] : edges;
  return sql`(${sql.join(times.map(one), sql` union all `)})`;
}

/**
 * What the person of a row of `account` did in a window, whose edges the query has as `edge`: rows of `answered, missed, talk_ms`.
 * Found by the extensions that they had, for the sums have all times of everybody.
 */
export function deedsIn(window: Window): RawBuilder<unknown> {
  const { whole } = parted(window, quarterMs);
  return sql`(
    select answered, missed, talk_ms from extension_holder as held join person_sum on person_sum.extension = held.extension
        and at >= greatest(held.from_at, ${whole.from}::timestamptz) and at < least(held.to_at, ${whole.to}::timestamptz)
      where held.account_id = account.id
    union all
    select answered, missed, talk_ms from extension_holder as held join edge on edge.extension = held.extension
        and at >= held.from_at and at < held.to_at
      where held.account_id = account.id)`;
}

const seenIn = ({ from, to }: Window, caller: Caller) =>
  sql`started_at >= ${from} and started_at < ${to} and ${callsSeenBy(caller)}`;

const callsOf = ({ from, to }: Window) => sql`calls_between(${from}, ${to})`;

/** The whole bins of a window, and what is left of it before and after them. */
function parted({ from, to }: Window, binMs: number): { whole: Window; edges: readonly Window[] } {
  const first = Math.ceil(from.getTime() / binMs) * binMs;
  const last = Math.floor(to.getTime() / binMs) * binMs;
  if (last <= first) return { whole: { from, to: from }, edges: [{ from, to }] };
  const whole = { from: new Date(first), to: new Date(last) };
  const edges = [
    { from, to: whole.from },
    { from: whole.to, to },
  ];
  return { whole, edges: edges.filter((edge) => edge.from < edge.to) };
}
