import pg from 'pg';

import { type Db, openDatabase } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { testDatabase } from './postgres.ts';

/** So many are open to it at most. */
export const connections = 5;

export interface MigratedTestDatabase extends AsyncDisposable {
  readonly db: Db;
  readonly url: string;
  close(): Promise<void>;
}

/** A migrated database of its own for one test file. */
export async function migratedTestDatabase(): Promise<MigratedTestDatabase> {
  const database = await testDatabase({ name: 'migrated', fill: async (url) => void (await migrate(url)) });
  // Tests share the machine with others, and none that uses this is about how long anything takes.
  const db = openDatabase({ url: database.url, size: connections, waitMs: 60_000, statementMs: 60_000 });
  const close = async () => {
    await db.close();
    await database.drop();
  };
  return { db, url: database.url, close, [Symbol.asyncDispose]: close };
}

export interface OwnedTestDatabase extends MigratedTestDatabase {
  /** A connection of whoever owns the tables: row-level security hides nothing from it, and it may change what the product may not. */
  readonly owner: pg.Client;
}

/** The same, with its owner's connection beside that of the product. */
export async function ownedTestDatabase(): Promise<OwnedTestDatabase> {
  const database = await migratedTestDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const close = async () => {
    await owner.end();
    await database.close();
  };
  return { ...database, owner, close, [Symbol.asyncDispose]: close };
}
