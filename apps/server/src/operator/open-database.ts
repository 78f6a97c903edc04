import pg from 'pg';

import type { Config } from '../config.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { pendingSteps } from '../db/migrate.ts';
import { makeOwnDatabase, openStorage } from '../db/open-storage.ts';
import { runningPostgres, startPostgres } from '../db/postgres.ts';
import { openLog } from '../http/log.ts';
import { Refused } from './command.ts';

/** The installation's database in the hands of its operator. */
export interface OperatorDatabase {
  readonly db: Db;
  /** A sign-in that may do everything. */
  readonly ownerUrl: string;
  readonly close: () => Promise<void>;
}

/** Statements of an operator may take their time: nobody waits for a screen. */
const statementMs = 10 * 60_000;

/**
 * Opens the database beside a product that runs on it, or without one: then the built-in one is started for the time being.
 * A product that runs is of another version where its database is; it is not migrated under its feet.
 */
export async function openForOperator(config: Config): Promise<OperatorDatabase> {
  const running = await runningOwnerUrl(config);
  const pending = running === undefined ? 'all' : await pendingSteps(running);
  if (running === undefined || pending === 'all') return openStorage({ ...config, log: openLog(config.logLevel) });
  if (pending.length > 0) {
    throw new Refused('Cơ sở dữ liệu thuộc một phiên bản cũ hơn: khởi động Alô của phiên bản này một lần rồi thử lại.');
  }
  const db = openDatabase({ url: running, size: 2, waitMs: 10_000, statementMs });
  return { db, ownerUrl: running, close: () => db.close() };
}

/** Where the database answers already; undefined where it is the built-in one, and nothing runs. */
export async function runningOwnerUrl(
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'databaseOwnerUrl'>,
): Promise<string | undefined> {
  const given = config.databaseOwnerUrl ?? config.databaseUrl;
  if (given !== undefined) return given;
  const adminUrl = await runningPostgres(config.dataFolder);
  if (adminUrl === undefined) return undefined;
  const url = new URL(adminUrl);
  url.pathname = 'alo';
  return url.href;
}

/** The database as it is, beside a product that runs on it or without one: no step is taken. */
export async function withOwnerUrl<T>(config: Config, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  const running = await runningOwnerUrl(config);
  if (running !== undefined) return work(running);
  const postgres = await startPostgres({ dataFolder: config.dataFolder, log: openLog(config.logLevel) });
  try {
    return await work((await makeOwnDatabase(postgres.adminUrl)).url);
  } finally {
    await postgres.stop();
  }
}

/** A connection of one's own, for what belongs to no tenant. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'alo operator' });
  // One that breaks fails the statement that waits.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
