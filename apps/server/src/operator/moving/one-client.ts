import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';

import type { Trx } from '../../db/database.ts';
import type { Database } from '../../db/tables.ts';

/** Statements of the product's own within a transaction that somebody else has begun on a connection. */
export function trxOn(client: pg.ClientBase): Trx {
  const only = { query: client.query.bind(client), release: () => undefined };
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      // As much of a pool as the dialect asks for; it never ends the connection.
      pool: { connect: async () => only as unknown as pg.PoolClient, end: async () => undefined } as unknown as pg.Pool,
    }),
  });
}
