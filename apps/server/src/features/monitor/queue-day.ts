import type { QueueDay as Counts } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { queueCountsOf, type StaySum } from '../../domain/queue-counts.ts';
import { staySums } from '../../domain/queue-stays.ts';
import type { Caller } from '../../kernel/caller.ts';

/** What came of today's calls in queues as somebody sees them: of all together, and of each queue by its id. */
export interface QueueDay {
  readonly all: Counts;
  readonly by: ReadonlyMap<string, Counts>;
}

/** Of a queue that no call has left today. */
export const emptyDay: Counts = { answered: 0, in_time: 0, abandoned: 0, abandoned_soon: 0 };

/** The rows of the day, as the reports count them: whoever runs the calls may have begun an hour ago. */
const queueDaySums = (trx: Trx, caller: Caller, now: number) => {
  const midnight = (days: number) =>
    sql<Date>`(date_trunc('day', ${new Date(now)}::timestamptz at time zone ${caller.timeZone}) + ${days} * interval '1 day')
      at time zone ${caller.timeZone}`;
  const today = { from: midnight(0), to: midnight(1) };
  return trx
    .selectFrom(sql<StaySum>`(${staySums(today, sql`''`, caller)})`.as('its'))
    .select(({ ref }) => [
      ref('its.queue').as('queue'),
      ref('its.slot').as('slot'),
      ref('its.outcome').as('outcome'),
      ref('its.n').as('n'),
      ref('its.inTime').as('inTime'),
      ref('its.soon').as('soon'),
      ref('its.waitMs').as('waitMs'),
      ref('its.longestMs').as('longestMs'),
    ]);
};

const queueDayOf = (sums: readonly StaySum[]): QueueDay => ({
  all: countsOf(sums),
  by: new Map([...Map.groupBy(sums, ({ queue }) => queue)].map(([queue, its]) => [queue, countsOf(its)])),
});

export async function readQueueDay(db: Db, caller: Caller, now: number): Promise<QueueDay> {
  const { sums } = await db.read(caller.tenantId, (trx) => ({ sums: queueDaySums(trx, caller, now) }));
  return queueDayOf(sums);
}

function countsOf(sums: readonly StaySum[]): Counts {
  const { answered, in_time, abandoned, abandoned_soon } = queueCountsOf(sums);
  return { answered, in_time, abandoned, abandoned_soon };
}
