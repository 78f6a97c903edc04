import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { queueCountsOf, type StaySum } from '../../domain/queue-counts.ts';
import { goneQueue, staySums, usualLevel } from '../../domain/queue-stays.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import type { Days } from './parties.ts';

/** A queue as it is today; of one that is gone nobody knows the name. */
interface Queue {
  readonly id: string;
  readonly name: string;
  readonly levelSeconds: number;
  readonly shortSeconds: number;
}

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
  const began = sql`stay.call_started_at at time zone ${caller.timeZone}`;
  const { rows } = await sql<StaySum>`${staySums({ from: begin, to: end }, slots[slot](began), caller, queue)}`.execute(
    trx,
  );
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
  const gone = [...stays.keys()].filter((id) => !there.has(id)).map((id) => ({ id, name: goneQueue, ...usualLevel }));
  return [...rows.toSorted((one, other) => one.name.localeCompare(other.name, 'vi', { numeric: true })), ...gone].map(
    (queue) => ({ queue, row: { id: queue.id, name: queue.name, ...queueCountsOf(stays.get(queue.id) ?? []) } }),
  );
}
