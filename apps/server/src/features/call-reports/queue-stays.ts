import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { callsSeenBy } from '../../domain/call-scope.ts';
import { goneQueue } from '../../domain/queue-stays.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import type { Days } from './parties.ts';
import { queueCountsOf, type StaySum } from './queue-report.ts';

/** A queue as it is today; of one that is gone nobody knows the name. */
interface Queue {
  readonly id: string;
  readonly name: string;
  readonly levelSeconds: number;
  readonly shortSeconds: number;
}

/** What a queue calls in time, and lost, where it is not there any more: as a new one does. */
const usual = { levelSeconds: 20, shortSeconds: 5 };

/** What calls in queues are told apart by: nothing, the day or the quarter of an hour that they began in, on the company's clock. */
type Slot = 'none' | 'day' | 'quarter';

const slots: Readonly<Record<Slot, (at: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  none: () => sql`''`,
  day: (at) => sql`to_char(${at}, 'YYYY-MM-DD')`,
  quarter: (at) => sql`to_char(date_bin('15 minutes', ${at}, '2000-01-01'), 'HH24:MI')`,
};

/** What came of calls in queues that the caller sees, of all queues or of one. */
export async function staysIn(
  trx: Trx,
  { begin, end }: Days,
  slot: Slot,
  caller: Caller,
  queue?: string,
): Promise<StaySum[]> {
  const seen =
    reachOf(caller).kind === 'all'
      ? sql`true`
      : sql`exists (select from call where call.id = stay.call_id and call.started_at = stay.call_started_at
          and ${callsSeenBy(caller)})`;
  const { rows } = await sql<StaySum>`
    select stay.queue_id as queue, ${slots[slot](sql`stay.call_started_at at time zone ${caller.timeZone}`)} as slot,
      stay.outcome, count(*) as n,
      count(*) filter (where stay.wait_ms <= 1000 * coalesce(queue.service_level_seconds, ${usual.levelSeconds}::int)) as "inTime",
      count(*) filter (where stay.wait_ms < 1000 * coalesce(queue.short_abandon_seconds, ${usual.shortSeconds}::int)) as soon,
      sum(stay.wait_ms)::bigint as "waitMs", max(stay.wait_ms) as "longestMs"
    from queue_stay as stay left join queue on queue.id::text = stay.queue_id
    where stay.call_started_at >= ${begin} and stay.call_started_at < ${end} and ${seen}
      and ${queue === undefined ? sql`true` : sql`stay.queue_id = ${queue}`}
    group by 1, 2, 3`.execute(trx);
  return rows;
}

/** The queues by name with what came of their calls: those that the caller has people in, and any of which they see calls. */
export async function queuesFor(trx: Trx, caller: Caller, sums: readonly StaySum[]) {
  const reach = reachOf(caller);
  const isMember = sql`exists (select from queue_member join extension on extension.id = queue_member.extension_id
    join account on account.extension = extension.number where queue_member.queue_id = queue.id and ${accountInReach(reach)})`;
  const stays = Map.groupBy(sums, ({ queue }) => queue);
  const { rows } = await sql<Queue>`
    select id::text, name, service_level_seconds as "levelSeconds", short_abandon_seconds as "shortSeconds" from queue
    where id::text = any(${[...stays.keys()]}::text[]) or ${reach.kind === 'all' ? sql`true` : isMember}`.execute(trx);
  const there = new Set(rows.map(({ id }) => id));
  const gone = [...stays.keys()].filter((id) => !there.has(id)).map((id) => ({ id, name: goneQueue, ...usual }));
  return [...rows.toSorted((one, other) => one.name.localeCompare(other.name, 'vi', { numeric: true })), ...gone].map(
    (queue) => ({ queue, row: { id: queue.id, name: queue.name, ...queueCountsOf(stays.get(queue.id) ?? []) } }),
  );
}
