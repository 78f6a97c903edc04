import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

import { roles } from './roles.ts';
import type { Database } from './schema.ts';
import { giveUpOnSilence } from './silent-server.ts';

/** A transaction inside one tenant: row-level security shows it nothing else. */
export type Trx = Kysely<Database>;

/** The one door to a tenant's rows. Commits when `work` resolves, rolls back when it rejects. */
export type InTenant = <T>(tenantId: string, work: (trx: Trx) => Promise<T>) => Promise<T>;

export interface Db {
  readonly inTenant: InTenant;
  /** What is readable outside of any tenant. */
  readonly directory: Directory;
  /** One statement on what belongs to no tenant, such as the processes that run. */
  readonly outside: <T>(statement: (db: Trx) => Promise<T>) => Promise<T>;
  /** Rejects with `DatabaseUnavailable` when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface TenantEntry {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly sip_domain: string;
  readonly time_zone: string;
}

export interface Directory {
  /** All active tenants. */
  tenants(): Promise<TenantEntry[]>;
  tenantByCode(code: string): Promise<TenantEntry | undefined>;
  /** The tenant whose live session has this token, by the token's SHA-256. */
  tenantOfSession(tokenHash: Buffer): Promise<string | undefined>;
}

/** The database is down, refuses connections, is full or too slow. Worth a retry in a second. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** Opens the pool under the serving role. `waitMs` bounds the wait for a connection, `statementMs` a single statement. */
export function openDatabase({
  url,
  size = 20,
  waitMs = 1_000,
  statementMs = 5_000,
  silentMs = statementMs + 1_000,
  onDropped = () => undefined,
}: {
  url: string;
  size?: number;
  waitMs?: number;
  statementMs?: number;
  /** A server that answers a statement neither with rows nor with its own limit is given up after so long. */
  silentMs?: number;
  /** Told when the server drops a connection that nobody waits for. */
  onDropped?: (error: Error) => void;
}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: waitMs,
    options: `-c role=${roles.app} -c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=60000`,
    application_name: 'alo',
    types: { getTypeParser },
  });
  let closing = false;
  // The pool is closed before its connections are: one that the server ends a moment earlier is nothing to tell.
  const dropped = (error: Error) => {
    if (!closing) onDropped(error);
  };
  pool.on('error', dropped);
  // One that breaks between two statements of a transaction tells nobody else, and unheard would end the process.
  pool.on('connect', (client) => {
    client.on('error', dropped);
    giveUpOnSilence(client, silentMs);
  });
  const waitingPool = {
    options: pool.options,
    connect: () =>
      pool.connect().catch((cause: unknown) => {
        throw new DatabaseUnavailable('No database connection.', { cause });
      }),
    end: () => pool.end(),
  };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: waitingPool }) });

  return {
    inTenant: (tenantId, work) => db.connection().execute((connection) => inTenant(connection, tenantId, work)),
    directory: {
      tenants: () => outside(db.selectFrom('tenant_directory').selectAll().orderBy('code').execute()),
      tenantByCode: (code) =>
        outside(db.selectFrom('tenant_directory').selectAll().where('code', '=', code).executeTakeFirst()),
      async tenantOfSession(tokenHash) {
        const { rows } = await outside(
          sql<{ tenant_id: string | null }>`select tenant_of_session(${tokenHash}) as tenant_id`.execute(db),
        );
        return rows[0]?.tenant_id ?? undefined;
      },
    },
    outside: (statement) => outside(statement(db)),
    ping: async () => void (await outside(sql`select 1`.execute(db))),
    close() {
      closing = true;
      return db.destroy();
    },
  };
}

/** Counts come as 64-bit integers, which `pg` makes texts of; ours are far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function inTenant<T>(connection: Trx, tenantId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (!uuid.test(tenantId)) throw new TypeError('The tenant id is not a UUID.');
  try {
    // One round trip. The setting ends with the transaction, so the next user of the connection starts without a tenant.
    await sql.raw(`begin; select set_config('app.tenant', '${tenantId}', true)`).execute(connection);
    const result = await work(connection);
    const { rows } = await sql<{ command: string }>`commit`.execute(connection);
    // PostgreSQL answers COMMIT by rolling back when a statement failed and nobody told.
    if (rows[0]?.command === 'ROLLBACK') throw new Error('A statement of the transaction had failed.');
    return result;
  } catch (error) {
    try {
      await sql`rollback`.execute(connection);
    } catch {
      throw new DatabaseUnavailable('The database connection broke.', { cause: error });
    }
    throw unavailable(error) ?? error;
  }
}

/** A single statement that is in no tenant. Without an answer of the server it is a broken connection. */
async function outside<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    if (!(error instanceof pg.DatabaseError)) {
      throw new DatabaseUnavailable('The database connection broke.', { cause: error });
    }
    throw unavailable(error) ?? error;
  }
}

/** SQLSTATE classes that say "not now": connection, resources, shut-down, and a statement that took too long. */
function unavailable(error: unknown): DatabaseUnavailable | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const { code = '' } = error;
  const temporary = /^(08|53|57P)/.test(code) || code === '57014';
  return temporary ? new DatabaseUnavailable('The database cannot serve this now.', { cause: error }) : undefined;
}
