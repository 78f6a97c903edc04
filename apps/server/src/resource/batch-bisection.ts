import { sql } from 'kysely';
import pg from 'pg';

import type { Trx } from '../db/database.ts';
import { tellOverShare } from '../db/over-share-told.ts';
import { Problem } from '../kernel/problem.ts';

/**
 * Does the work with a whole batch; a refused batch is halved, down to the single refused item. One refused item among a
 * thousand costs ten more tries, not a thousand. Answers the results; `refuse` gets the refused items.
 */
export async function inBisectedBatches<One, Done>(
  trx: Trx,
  all: readonly One[],
  work: (some: readonly One[]) => Promise<readonly Done[]>,
  refuse: (one: One, why: Problem) => void,
): Promise<Done[]> {
  const [only] = all;
  if (only === undefined) return [];
  await sql`savepoint batch_bisection`.execute(trx);
  try {
    const done = await work(all);
    await sql`release savepoint batch_bisection`.execute(trx);
    return [...done];
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof pg.DatabaseError)) throw error;
    await sql`rollback to savepoint batch_bisection`.execute(trx);
    if (all.length === 1) {
      if (!(error instanceof Problem)) throw error;
      refuse(only, error);
      if (error.share !== undefined) await tellOverShare(trx, { share: error.share, message: error.message });
      return [];
    }
    const middle = Math.ceil(all.length / 2);
    const first = await inBisectedBatches(trx, all.slice(0, middle), work, refuse);
    return [...first, ...(await inBisectedBatches(trx, all.slice(middle), work, refuse))];
  }
}
