import { createHmac } from 'node:crypto';
import pg from 'pg';

import type { CompanyInTurn } from './connection-turns.ts';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { startPostgres, type WithRoom } from './postgres.ts';
import type { PostgresLog } from './postgres-log.ts';
import { ensureSignIns, type SignIn, signInName } from './roles.ts';

/** The database, migrated and open. */
export interface Storage {
  readonly db: Db;
  /** For those who need connections of their own. */
  readonly url: string;
  /** For whoever works on the queue: a sign-in that may act as the owner of its tables. */
  readonly queueUrl: string;
  /** A sign-in that may do everything with the database, for migrations and for the operator's commands. */
  readonly ownerUrl: string;
  /** True where the built-in database has just been made: nobody's data is in it. */
  readonly isNew: boolean;
  close(): Promise<void>;
}

type GoesLast = (tenantId: string) => boolean;

/** Opens the database that the configuration names, else the built-in one in the data folder. */
export async function openStorage({
  databaseUrl,
  databaseOwnerUrl,
  dataFolder,
  log,
  withRoom = (act) => act(),
  goesLast,
  inTurn,
}: {
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  dataFolder: string;
  log: PostgresLog;
  /** Makes room where the built-in database is to start on a full disk. */
  withRoom?: WithRoom;
  /** See `openDatabase`. */
  goesLast?: GoesLast;
  inTurn?: CompanyInTurn;
}): Promise<Storage> {
  const onDropped = (error: Error) => log.warn({ err: error }, 'the database dropped an idle connection');
  if (databaseUrl !== undefined) {
    await migrate(databaseOwnerUrl ?? databaseUrl);
    const db = openDatabase({ url: databaseUrl, onDropped, ...(goesLast && { goesLast }), ...(inTurn && { inTurn }) });
    const queueUrl = databaseOwnerUrl ?? databaseUrl;
    return { db, url: databaseUrl, queueUrl, ownerUrl: queueUrl, isNew: false, close: () => db.close() };
  }

  return withRoom(() => openOwn({ dataFolder, log, withRoom, onDropped, goesLast, inTurn }));
}

async function openOwn({
  onDropped,
  goesLast,
  inTurn,
  ...options
}: {
  onDropped: (error: Error) => void;
  goesLast: GoesLast | undefined;
  inTurn: CompanyInTurn | undefined;
} & Parameters<typeof startPostgres>[0]): Promise<Storage> {
  const postgres = await startPostgres(options);
  try {
    const { url: adminUrl, isNew } = await makeOwnDatabase(postgres.adminUrl);
    await migrate(adminUrl);
    await makeSignIns(adminUrl);
    const url = signInUrl(adminUrl, 'server');
    const db = openDatabase({ url, onDropped, ...(goesLast && { goesLast }), ...(inTurn && { inTurn }) });
    return {
      db,
      url,
      queueUrl: signInUrl(adminUrl, 'queue'),
      ownerUrl: adminUrl,
      isNew,
      async close() {
        await db.close();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** The product's database on the built-in server. New also means: not filled, where the first start broke off early. */
export async function makeOwnDatabase(adminUrl: string): Promise<{ url: string; isNew: boolean }> {
  const url = new URL(adminUrl);
  url.pathname = 'alo';
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rowCount } = await admin.query("select from pg_database where datname = 'alo'");
    if (rowCount === 0) await admin.query('create database alo');
  } finally {
    await admin.end();
  }
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query<{ migrated: boolean }>("select to_regclass('tenant') is not null as migrated");
    // A table that is there need not have been filled: the first start may have ended between the two.
    const filled = rows[0]?.migrated === true && ((await client.query('select from tenant limit 1')).rowCount ?? 0) > 0;
    return { url: url.href, isNew: !filled };
  } finally {
    await client.end();
  }
}

async function makeSignIns(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await ensureSignIns(client, (signIn) => passwordOf(adminUrl, signIn));
  } finally {
    await client.end();
  }
}

/** Follows from the superuser's, which does not follow from it: nothing more has to be kept. */
const passwordOf = (adminUrl: string, signIn: SignIn): string =>
  createHmac('sha256', new URL(adminUrl).password).update(signInName(signIn)).digest('base64url');

function signInUrl(adminUrl: string, signIn: SignIn): string {
  const url = new URL(adminUrl);
  const password = passwordOf(adminUrl, signIn);
  url.username = signInName(signIn);
  url.password = password;
  return url.href;
}
