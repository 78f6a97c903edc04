import { type RawBuilder, sql } from 'kysely';

import type { Caller } from '../kernel/caller.ts';
import { reachOf } from '../kernel/reach.ts';
import { isCounted, isLeftOut, isRefused } from './call-counts.ts';
import { callsSeenBy } from './call-scope.ts';

/** A span of time, from its first moment to just before `to`. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
}

/** What sums of conversations are made by; see their migration. */
const callMs = 5 * 60_000;

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
  const one = (edge: Window) => sql`select at, ${each(sql`refused`)} from ${countedBetween(edge)}`;
  const leftOut = sql`select started_at as at, ${each(isRefused)} from call where ${seenIn(window, caller)} and ${isLeftOut}`;
  const parts = [sums, ...edges.map(one), ...(which === 'all' ? [leftOut] : [])];
  return sql`(${sql.join(parts, sql` union all `)})`;
}

export const seenIn = ({ from, to }: Window, caller: Caller) =>
  sql`started_at >= ${from} and started_at < ${to} and ${callsSeenBy(caller)}`;

/** Those that figures count, each by itself. */
export const countedBetween = ({ from, to }: Window) => sql`calls_between(${from}, ${to})`;

/** The whole bins of a window, and what is left of it before and after them. */
export function parted({ from, to }: Window, binMs: number): { whole: Window; edges: readonly Window[] } {
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
