import { sql } from 'kysely';

import type { Trx } from '../../../../db/database.ts';
import { newId } from '../../../../kernel/new-id.ts';

/** A transcript is put into the queue of its company's writer, or put there again. */
export async function wantSummary(trx: Trx, transcript: string, at: Date): Promise<void> {
  const again = { state: 'due' as const, attempts: 0, next_at: at, because: '' };
  const { id } = await trx
    .insertInto('transcript_summary')
    .values({ id: newId(), transcript_id: transcript, ...again })
    .onConflict((there) => there.columns(['tenant_id', 'transcript_id']).doUpdateSet(again))
    .returning('id')
    .executeTakeFirstOrThrow();
  await queueSummary(trx, id, at);
}

export async function queueSummary(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`select queue_summary(${id}, ${at})`.execute(trx);
}
