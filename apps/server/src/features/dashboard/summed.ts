import { type RawBuilder, sql } from 'kysely';

import { callsSeenBy } from '../../domain/call-scope.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { Window } from './windows.ts';

/** What sums are made by, those of conversations and those of people; see their migration. */
const callMs = 5 * 60_000;
const deedMs = 15 * 60_000;

/**
 * Conversations of a window that the caller sees, as rows of `at, direction, status, n, short, wait_ms, talk_ms`: sums of five
 * minutes where the caller sees everybody's, and at the window's edges and for everybody else one by one.
 */
export function callsIn(window: Window, caller: Caller): RawBuilder<unknown> {
  const each = sql`direction, status, 1 as n, (wait_ms < 5000)::int as short, wait_ms, talk_ms`;
  if (reachOf(caller).kind !== 'all') {
    return sql`(select started_at as at, ${each} from call
      where started_at >= ${window.from} and started_at < ${window.to} and ${callsSeenBy(caller)})`;
  }
  const { edges, whole } = parted(window, callMs);
  const sums = sql`select at, direction, status, n, short, wait_ms, talk_ms from call_sum
    where at >= ${whole.from} and at < ${whole.to}`;
  const one = (edge: Window) => sql`select at, ${each} from ${callsOf(edge)}`;
  return sql`(${sql.join([sums, ...edges.map(one)], sql` union all `)})`;
}

/** What people did in a window, as rows of `extension, answered, missed, talk_ms`. */
export function deedsIn(window: Window): RawBuilder<unknown> {
  const { edges, whole } = parted(window, deedMs);
  const sums = sql`select extension, answered, missed, talk_ms from agent_sum
    where at >= ${whole.from} and at < ${whole.to}`;
  const one = (edge: Window) => sql`
    select unnest(case status when 'answered' then array[agent_extension] when 'in_progress' then '{}' else rang end),
      (status = 'answered')::int, (status <> 'answered')::int, case status when 'answered' then talk_ms else 0 end
    from ${callsOf(edge)}`;
  return sql`(${sql.join([sums, ...edges.map(one)], sql` union all `)})`;
}

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
