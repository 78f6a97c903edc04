import type { Trx } from '../db/database.ts';

/**
 * Says of recordings that their files are removed now. Whoever gives one its last form has its row locked meanwhile, and puts nothing in
 * the place of one that is going: what is removed after this does not come back.
 */
export async function letRecordingsGo(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // What links said of them goes along.
  await trx
    .deleteFrom('listening_link')
    .where('recording_id', 'in', [...ids])
    .execute();
  await trx
    .updateTable('recording')
    .set({ kept_as: 'going' })
    .where('id', 'in', [...ids])
    .execute();
}
