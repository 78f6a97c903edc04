import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import { Problem } from '../kernel/problem.ts';

/** Bytes that a company has kept: of recordings and sounds, and of files that were brought for jobs or made by them. */
export const ownBytes = sql<number>`(
  (select coalesce(sum(bytes), 0) from recording_sum) + (select coalesce(sum(bytes), 0) from audio)
  + (select coalesce(sum(upload_bytes + coalesce(file_bytes, 0)), 0) from job)
)::bigint`;

/** How much room a company has, and uses; `most` is null where nobody has set a limit. */
export const roomOf = (trx: Trx) =>
  trx
    .selectFrom('tenant')
    .select(['most_bytes as most', 'unrecorded_since', ownBytes.as('used')])
    .executeTakeFirstOrThrow();

/** Refuses so many bytes more where they would be more than the company's share. Two at once may both just fit. */
export async function refuseBeyondRoom(trx: Trx, bytes: number): Promise<void> {
  const { most, used } = await roomOf(trx);
  if (most !== null && used + bytes > most) throw Problem.overShare('bytes');
}
