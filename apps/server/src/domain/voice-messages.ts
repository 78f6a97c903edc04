import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';

/** A message somebody left, by its recording. */
export interface VoiceMessage {
  readonly call_id: string;
  readonly voicemail_box_id: string;
}

/** A message by its id; undefined where there is none. */
export const voiceMessage = (trx: Trx, id: string): Promise<VoiceMessage | undefined> =>
  trx
    .selectFrom('recording')
    .select(['call_id', 'voicemail_box_id'])
    .where('id', '=', id)
    .where('kind', '=', 'message')
    .executeTakeFirst();

/** Notes that a message was heard, or deleted; answers whether that is news. */
export async function noteMessage(trx: Trx, id: string, what: 'heard_at' | 'deleted_at'): Promise<boolean> {
  const column = sql.ref(what);
  const { rows } = await sql`insert into voicemail_message as kept (id, recording_id, ${column})
    values (gen_random_uuid(), ${id}, now())
    on conflict (tenant_id, recording_id) do update set ${column} = now() where kept.${column} is null
    returning kept.id`.execute(trx);
  return rows.length > 0;
}

/** It is as if nobody had heard it; answers whether that is news. */
export async function forgetHeard(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('voicemail_message')
    .set({ heard_at: null })
    .where('recording_id', '=', id)
    .where('heard_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
