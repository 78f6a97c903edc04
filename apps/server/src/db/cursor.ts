import { type Expression, sql } from 'kysely';

import type { Trx } from './database.ts';

/**
 * Every row of a query, in pieces, read as they are taken: of one moment, in the query's own order, sorted once, however many
 * there are. One query at a time in a transaction.
 */
export async function* inPieces<Row extends object>(
  trx: Trx,
  query: Expression<unknown>,
  rowsAtATime = 1_000,
): AsyncGenerator<Row[]> {
  // All of it will be read: the plan for the first few rows is the wrong one.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx);
  await sql`declare in_pieces no scroll cursor for ${query}`.execute(trx);
  const fetch = () => {
    const piece = sql.raw<Row>(`fetch ${rowsAtATime} from in_pieces`).execute(trx);
    // Whoever takes it is told; where nobody does, it does not matter.
    piece.catch(() => undefined);
    return piece;
  };
  // The database looks for more while these come, and while they are used.
  for (let [next, afterNext] = [fetch(), fetch()]; ; afterNext = fetch()) {
    const { rows } = await next;
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtATime) break;
    next = afterNext;
  }
  await sql`close in_pieces`.execute(trx);
}
