import { Logger, runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

import { refuseNewerDatabase, refuseOlderDatabase } from './data-version.ts';
import { migrations } from './migrations/index.ts';
import type { Migration, MigrationDb } from './migrations/migration.ts';
import { ensureRoles, roles } from './roles.ts';

/** Any number, the same for all: only one process migrates a database at a time. */
const migrationLock = 4_201_001;

/** What a database still lacks of this version's steps; all of them where nothing has been put into it yet. Rejects where it is from before 1.0. */
export async function pendingSteps(url: string): Promise<readonly string[] | 'all'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('public.migration') is not null as there",
    );
    if (rows[0]?.there !== true) return 'all';
    await refuseOlderDatabase(client);
    const done = new Set(await stepsDone(client));
    return migrations.map(({ name }) => name).filter((name) => !done.has(name));
  } finally {
    await client.end();
  }
}

/** The steps that a database has taken, the oldest first. */
export async function stepsDone(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from public.migration order by applied_at, name');
  return rows.map(({ name }) => name);
}

/**
 * Brings the database up to date, each step in a transaction of its own. Answers the names of the steps that it took. Rejects where the
 * database is from before 1.0, or for newer versions alone: it is left as it is.
 */
export async function migrate(url: string, steps: readonly Migration[] = migrations): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  // A connection that breaks fails the next statement.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await refuseOlderDatabase(client);
    await refuseNewerDatabase(client);
    await ensureRoles(client);
    await client.query(`set role ${roles.owner}`);
    client.release();
  } catch (error) {
    client.release(true);
    await pool.end();
    throw error;
  }

  // The queue's own tables, in a schema of their own.
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  const db = new Kysely<{ migration: { name: string; oldest_version: string | null } }>({
    dialect: new PostgresDialect({ pool }),
  });
  try {
    await sql`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`.execute(
      db,
    );
    await sql`alter table migration add column if not exists oldest_version text`.execute(db);
    const done = new Set((await db.selectFrom('migration').select('name').execute()).map(({ name }) => name));
    const due = steps.filter(({ name }) => !done.has(name));
    for (const { name, up, oldestVersion = null } of due) {
      await db.transaction().execute(async (trx) => {
        // A step is written in SQL, for the tables of its day.
        await up(trx as unknown as MigrationDb);
        await trx.insertInto('migration').values({ name, oldest_version: oldestVersion }).execute();
      });
    }
    return due.map(({ name }) => name);
  } finally {
    // Ends the one connection, and with it the lock.
    await db.destroy();
  }
}
