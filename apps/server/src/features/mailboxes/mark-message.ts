import type { DataChange } from '@alo/call-core';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { noteMessage, voiceMessage } from '../../domain/voice-messages.ts';

/** Somebody heard a message by phone, or deleted it: it is in nobody's way any more. Answers whose box it is in. */
export async function markMessage(
  trx: Trx,
  { message, is, by }: Extract<DataChange, { kind: 'message' }>,
): Promise<string | null> {
  const found = await voiceMessage(trx, message);
  if (found === undefined) return null;
  await noteMessage(trx, message, is === 'heard' ? 'heard_at' : 'deleted_at');
  const person = await trx.selectFrom('account').select('id').where('extension', '=', by).executeTakeFirst();
  const actor = { accountId: person?.id ?? null, network: `phone ${by}`, requestId: '' };
  const action = is === 'heard' ? 'listen' : 'delete-message';
  await audit(trx, actor, { action, subject: 'call', subjectId: found.call_id });
  return found.voicemail_box_id;
}
