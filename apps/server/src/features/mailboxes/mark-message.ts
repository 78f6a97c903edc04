import type { Keeping } from '@alo/call-core';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';

/** Somebody heard a message by phone, or deleted it: it is in nobody's way any more. Answers whose box it is in. */
export async function markMessage(
  trx: Trx,
  { message, is, by }: Extract<Keeping, { kind: 'message' }>,
): Promise<string | null> {
  const found = await trx
    .selectFrom('recording')
    .select(['call_id', 'voicemail_box_id'])
    .where('id', '=', message)
    .where('kind', '=', 'message')
    .executeTakeFirst();
  if (found === undefined) return null;
  const column = sql.ref(is === 'heard' ? 'heard_at' : 'deleted_at');
  await sql`insert into voicemail_message (id, recording_id, ${column}) values (gen_random_uuid(), ${message}, now())
    on conflict (tenant_id, recording_id) do update set ${column} = coalesce(voicemail_message.${column}, now())`.execute(
    trx,
  );
  const person = await trx.selectFrom('account').select('id').where('extension', '=', by).executeTakeFirst();
  const actor = { accountId: person?.id ?? null, network: `phone ${by}`, requestId: '' };
  const action = is === 'heard' ? 'listen' : 'delete-message';
  await audit(trx, actor, { action, subject: 'call', subjectId: found.call_id });
  return found.voicemail_box_id;
}
