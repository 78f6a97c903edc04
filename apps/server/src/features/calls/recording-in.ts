import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { callKeys } from '../../domain/call-records.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { FileKey } from '../../storage/file-store.ts';

/** The finished recording of a conversation that somebody sees; undefined where there is none. */
export const recordingIn = (trx: Trx, caller: Caller, callId: string) =>
  trx
    .selectFrom('recording')
    .where('call_id', 'in', callKeys(trx, caller).where('call.id', '=', callId).clearSelect().select('call.id'))
    .where('state', 'in', ['ready', 'incomplete', 'no-space'])
    .where('bytes', '>', 0)
    // What was made for a key is heard with the line that it proves.
    .where('kind', '<>', 'proof')
    .orderBy('started_at')
    .select([
      'id',
      'call_started_at',
      'started_at as startedAt',
      'kind',
      'duration_ms',
      'voicemail_box_id',
      sql<'inbound' | 'outbound' | 'internal'>`(select direction from call where call.id = recording.call_id
        and call.started_at = recording.call_started_at)`.as('direction'),
    ])
    .executeTakeFirst();

export const recordingFile = (tenantId: string, { id }: { readonly id: string }): FileKey => ({
  area: 'recordings',
  tenantId,
  name: `${id}.wav`,
});
