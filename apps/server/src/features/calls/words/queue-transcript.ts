import { sql } from 'kysely';

import type { Trx } from '../../../db/database.ts';

export async function queueTranscript(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`select queue_transcript(${id}, ${at})`.execute(trx);
}
