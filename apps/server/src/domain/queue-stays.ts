import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { Told } from '../db/prepared.ts';

/** What a queue is called that calls were in and that is there no more. */
export const goneQueue = 'Hàng đợi đã xoá';

/** By which queue calls are wanted, and how they left it. */
export interface WantedStay {
  readonly queue_id?: Told<string> | undefined;
  readonly queue_outcome?: Told<string> | undefined;
}

/** Where the calls began within, as far as that is known: what of a queue is looked at is no more than that. */
interface Within {
  readonly from?: Told<Date> | undefined;
  readonly to?: Told<Date> | undefined;
}

/** The calls that were in a queue, as a condition on `call`; true where nothing is said of queues. */
export function wasInQueue(
  { queue_id: queue, queue_outcome: outcome }: WantedStay,
  { from, to }: Within = {},
): RawBuilder<SqlBool> {
  if (queue === undefined && outcome === undefined) return sql`true`;
  const wanted = [
    ...(queue === undefined ? [] : [sql`stay.queue_id = ${queue}`]),
    ...(outcome === undefined ? [] : [sql`stay.outcome = ${outcome}`]),
    ...(from === undefined ? [] : [sql`stay.call_started_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`stay.call_started_at < ${to}`]),
  ];
  return sql`call.id in (select stay.call_id from queue_stay as stay
    where ${sql.join(wanted, sql` and `)})`;
}
