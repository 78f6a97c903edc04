import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import { bucketHolder } from '../storage/file-copies.ts';
import { aliveMs } from './file-copies.ts';

const lookMs = 250;
/** Machines that live remove at once; one that is slow is not waited for longer. */
const patienceMs = 30_000;

/** How many removed files of a company somebody has yet: those who live and will say so in a moment, and those who are away. */
async function filesLeft(trx: Trx): Promise<{ soon: number; away: number }> {
  const { rows } = await sql<{ soon: number; away: number }>`
    select count(*) filter (where lives)::integer as soon, count(*) filter (where not lives)::integer as away
    from (
      select bool_and(coalesce(seen_at > now() - make_interval(secs => ${aliveMs / 1_000}), holder = ${bucketHolder})) as lives
      from file_copy left join file_folder on file_folder.id = case holder when ${bucketHolder} then nullif(folder, '') else holder end
      where state = 'removing' group by area, name
    ) as file`.execute(trx);
  return rows[0] ?? { soon: 0, away: 0 };
}

/**
 * Waits until every holder of a removed file of the company has said that it is gone, as long as those live who have yet to say it. Answers
 * how many files lie on a machine that is away: it removes them as soon as it is back.
 */
export async function filesAway(
  inTenant: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
  waitMs = patienceMs,
): Promise<number> {
  for (const until = performance.now() + waitMs; ; await sleep(lookMs)) {
    const { soon, away } = await inTenant(filesLeft);
    if (soon === 0 || performance.now() > until) return soon + away;
  }
}
