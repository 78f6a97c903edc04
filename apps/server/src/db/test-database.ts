import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { testDatabase } from './test-postgres.ts';

/** So many are open to it at most. */
export const connections = 5;

/** A migrated database of its own for one test file. */
export async function migratedTestDatabase(): Promise<
  { db: Db; url: string; close(): Promise<void> } & AsyncDisposable
> {
  const database = await testDatabase({ name: 'migrated', fill: async (url) => void (await migrate(url)) });
  // Tests share the machine with others, and none that uses this is about how long anything takes.
  const db = openDatabase({ url: database.url, size: connections, waitMs: 60_000, statementMs: 60_000 });
  const close = async () => {
    await db.close();
    await database.drop();
  };
  return { db, url: database.url, close, [Symbol.asyncDispose]: close };
}
