import { sql } from 'kysely';
import pg from 'pg';

import type { Trx } from '../db/database.ts';
import { Problem } from '../kernel/problem.ts';

/**
 * Does something with all of these together; where it is refused, with each half by itself, down to the one that is in the way:
 * one among a thousand costs ten more tries, not a thousand. Answers what was done; `refuse` is told of the others.
 */
export async function inHalves<One, Done>(
  trx: Trx,
  all: readonly One[],
  work: (some: readonly One[]) => Promise<readonly Done[]>,
  refuse: (one: One, why: Problem) => void,
): Promise<Done[]> {
  const [only] = all;
  if (only === undefined) return [];
  await sql`savepoint in_halves`.execute(trx);
  try {
    const done = await work(all);
    await sql`release savepoint in_halves`.execute(trx);
    return [...done];
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof pg.DatabaseError)) throw error;
    await sql`rollback to savepoint in_halves`.execute(trx);
    if (all.length === 1) {
      if (!(error instanceof Problem)) throw error;
      refuse(only, error);
      return [];
    }
    const middle = Math.ceil(all.length / 2);
    const first = await inHalves(trx, all.slice(0, middle), work, refuse);
    return [...first, ...(await inHalves(trx, all.slice(middle), work, refuse))];
  }
}
