import { sql } from 'kysely';

import { type Db, readIn, type Trx } from './database.ts';

/** Whatever opens a transaction there is a part of this one, and leaves nothing where it fails. */
export const insideOf = (db: Db, trx: Trx): Db => ({
  ...db,
  inTenant: (_, work) => partOf(trx, () => work(trx)),
  read: (_, queries) => readIn(trx, queries),
});

/** A part of a transaction that can fail by itself: what it did is undone, and the transaction goes on. */
export async function partOf<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx);
  try {
    const done = await work();
    await sql`release savepoint part`.execute(trx);
    return done;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx);
    await sql`release savepoint part`.execute(trx);
    throw error;
  }
}
