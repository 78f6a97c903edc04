import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { isLeftOut } from '../../domain/call-counts.ts';
import { countedBetween, parted, seenIn, type Window } from '../../domain/call-sums.ts';
import type { Caller } from '../../kernel/caller.ts';

/** What sums of people are made by; see their migration. */
const quarterMs = 15 * 60_000;

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
    from ${countedBetween(edge)} as its cross join lateral (
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
