import {
  type Compilable,
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import pg from 'pg';

import { DatabaseUnavailable } from '../kernel/database-unavailable.ts';
import { processors } from '../kernel/recent-use.ts';
import { traced } from '../kernel/traced.ts';
import { committed } from './after-commit.ts';
import { letGoLast } from './backend-priority.ts';
import type { CompanyInTurn } from './connection-turns.ts';
import { LongTransactions } from './long-transactions.ts';
import { moment } from './moment.ts';
import { overShare } from './over-share.ts';
import { roles } from './roles.ts';
import { connectionOf, giveUpOnSilence } from './silent-server.ts';
import { statementNames } from './statement-names.ts';
import type { Database } from './tables.ts';

/** A transaction inside one tenant: row-level security shows it nothing else. */
export type Trx = Kysely<Database>;

/** The one door to a tenant's rows. Commits when `work` resolves, rolls back when it rejects. */
export type InTenant = <T>(tenantId: string, work: (trx: Trx) => Promise<T>) => Promise<T>;

export type RowsOf<Q extends Record<string, Compilable>> = {
  [K in keyof Q]: NonNullable<Q[K]> extends Compilable<infer Row> ? Row[] : never;
};

export interface Db {
  readonly inTenant: InTenant;
  /**
   * Reads a tenant's rows in one round trip: the statements, none of which needs another's answer, are sent together with
   * the transaction around them.
   */
  read<Q extends Record<string, Compilable>>(tenantId: string, queries: (trx: Trx) => Q): Promise<RowsOf<Q>>;
  /** The same for changes: all of them are committed when it resolves, none where it rejects. */
  write<Q extends Record<string, Compilable>>(tenantId: string, changes: (trx: Trx) => Q): Promise<RowsOf<Q>>;
  /** What is readable outside of any tenant. */
  readonly directory: Directory;
  /** One statement on what belongs to no tenant, such as the processes that run. */
  readonly outside: <T>(statement: (db: Trx) => Promise<T>) => Promise<T>;
  /** Rejects with `DatabaseUnavailable` when the database does not answer. */
  ping(): Promise<void>;
  /**
   * Ends the connections that nobody uses at this moment. What one has read of the tables and planned stays with its process, up to
   * 30 MB, as long as something asks now and then, and what asks takes the one that was used last.
   */
  letGo(): Promise<void>;
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
  /** Every tenant, also one that is not active any more and of which data is kept all the same. */
  everyTenant(): Promise<Pick<TenantEntry, 'id'>[]>;
  tenantByCode(code: string): Promise<TenantEntry | undefined>;
  tenantById(id: string): Promise<TenantEntry | undefined>;
  /** Active tenants in which an active account has this e-mail, nine at most, those first in which it is proved. */
  companiesOfEmail(
    email: string,
  ): Promise<(Pick<TenantEntry, 'id' | 'code' | 'name'> & { readonly proved: boolean })[]>;
  /** The tenant whose live session has this token, by the token's SHA-256. */
  tenantOfSession(tokenHash: Buffer): Promise<string | undefined>;
  /** Takes a try under each of these limits, or under none: the milliseconds to wait, 0 where taken, and the keys that were used up by it. */
  takeSignInTries(limits: readonly TryLimit[], at: Date, forgottenAfterMs: number): Promise<TakenTries>;
  /** Begins some keys anew and gives the others one try back. */
  forgiveSignInTries(forgotten: readonly Buffer[], givenBack: readonly Buffer[]): Promise<void>;
}

/** What one key of a try to sign in allows. */
export interface TryLimit {
  /** A digest. */
  readonly key: Buffer;
  readonly freeTries: number;
  readonly longestWaitMs: number;
  /** Forgotten only after so long without any try, instead of so long after the first. */
  readonly quiet: boolean;
}

export interface TakenTries {
  readonly wait: number;
  readonly crossed: readonly Buffer[];
}

export { DatabaseUnavailable };

/** Nobody waits longer for a connection of those who serve. */
export const connectionWaitMs = 1_000;

/** Opens the pool under the serving role. `waitMs` bounds the wait for a connection, `statementMs` a single statement. */
export function openDatabase({
  url,
  size = 20,
  waitMs = connectionWaitMs,
  statementMs = 5_000,
  silentMs = statementMs + 1_000,
  goesLast = () => false,
  isLong = false,
  inTurn = (_tenantId, work) => work(),
  onDropped = () => undefined,
}: {
  url: string;
  size?: number;
  waitMs?: number;
  statementMs?: number;
  /** A server that answers a statement neither with rows nor with its own limit is given up after so long. */
  silentMs?: number;
  /** Companies whose statements go after those of the others, for now: they have a few connections of their own. */
  goesLast?: (tenantId: string) => boolean;
  /** Its transactions may last: whoever comes to go last meanwhile is told. Of short ones it would hold up the others' connections. */
  isLong?: boolean;
  /** How companies share the connections of those who do not go last; each has what it asks for where it is left out. */
  inTurn?: CompanyInTurn;
  /** Told when the server drops a connection that nobody waits for. */
  onDropped?: (error: Error) => void;
}): Db {
  const named = statementNames();
  let closing = false;
  // The pool is closed before its connections are: one that the server ends a moment earlier is nothing to tell.
  const dropped = (error: Error) => {
    if (!closing) onDropped(error);
  };
  const openPool = (max: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: waitMs,
      options: `-c role=${roles.app} -c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=60000`,
      application_name: 'alo',
      types: { getTypeParser },
      pipeline: true,
    });
    pool.on('error', dropped);
    // One that breaks between two statements of a transaction tells nobody else, and unheard would end the process.
    pool.on('connect', (client) => {
      client.on('error', dropped);
      giveUpOnSilence(client, silentMs);
    });
    return pool;
  };
  const through = (pool: pg.Pool, long?: LongTransactions) => ({ pool, ...throughPool(pool, named, long) });
  const first = through(openPool(size), isLong ? new LongTransactions(goesLast, dropped) : undefined);
  const last = through(openPool(Math.min(size, mostGoLast)));
  last.pool.on('connect', (client) => void letGoLast(client).catch(dropped));
  /** The work of a company with connections of those that it has now, when it has its turn. */
  const by = <T>(tenantId: string, work: (its: typeof first) => Promise<T>): Promise<T> =>
    goesLast(tenantId) ? work(last) : inTurn(tenantId, () => work(first));
  const { db } = first;
  const together = async <Q extends Record<string, Compilable>>(
    tenantId: string,
    wanted: Q,
    { changes }: { changes: boolean },
  ): Promise<RowsOf<Q>> => {
    const statements = Object.values(wanted).map((query) => query.compile());
    const begin = beginning(tenantId);
    const answers = await by(tenantId, async (its) =>
      answersTogether(await its.connect(), begin, {
        statements: statements.map(({ sql: text, parameters }) => named(text, parameters)),
        changes,
      }),
    );
    // Each statement's rows are what it says that it selects.
    return Object.fromEntries(Object.keys(wanted).map((key, at) => [key, answers[at]])) as RowsOf<Q>;
  };

  return {
    inTenant: (tenantId, work) =>
      traced('database transaction', postgresql, () =>
        by(tenantId, (its) => its.db.connection().execute((connection) => inTenant(connection, tenantId, work))),
      ),
    read: (tenantId, queries) =>
      traced('database read', postgresql, () => together(tenantId, queries(db), { changes: false })),
    write: (tenantId, changes) =>
      traced('database transaction', postgresql, () => together(tenantId, changes(db), { changes: true })),
    directory: {
      tenants: () => outside(db.selectFrom('tenant_directory').selectAll().orderBy('code').execute()),
      everyTenant: () => outside(db.selectFrom('every_tenant').selectAll().orderBy('id').execute()),
      tenantByCode: (code) =>
        outside(db.selectFrom('tenant_directory').selectAll().where('code', '=', code).executeTakeFirst()),
      tenantById: (id) =>
        outside(db.selectFrom('tenant_directory').selectAll().where('id', '=', id).executeTakeFirst()),
      async companiesOfEmail(email) {
        const found = sql<
          Pick<TenantEntry, 'id' | 'code' | 'name'> & { proved: boolean }
        >`select * from companies_of_email(${email})`;
        return (await outside(found.execute(db))).rows;
      },
      async tenantOfSession(tokenHash) {
        const { rows } = await outside(
          sql<{ tenant_id: string | null }>`select tenant_of_session(${tokenHash}) as tenant_id`.execute(db),
        );
        return rows[0]?.tenant_id ?? undefined;
      },
      async takeSignInTries(limits, at, forgottenAfterMs) {
        const taken = sql<TakenTries>`select * from take_sign_in_tries(${limits.map(({ key }) => key)},
          ${limits.map(({ freeTries }) => freeTries)}, ${limits.map(({ longestWaitMs }) => longestWaitMs)},
          ${limits.map(({ quiet }) => quiet)}, ${at}, ${forgottenAfterMs} * interval '1 ms')`;
        const { rows } = await outside(taken.execute(db));
        return rows[0] ?? { wait: 0, crossed: [] };
      },
      forgiveSignInTries: async (forgotten, givenBack) =>
        void (await outside(sql`select forgive_sign_in_tries(${forgotten}, ${givenBack})`.execute(db))),
    },
    outside: (statement) => outside(statement(db)),
    ping: async () => void (await outside(sql`select 1`.execute(db))),
    async letGo() {
      for (const { pool, connect } of [first, last])
        for (let unused = pool.idleCount; unused > 0; unused -= 1) (await connect()).release(true);
    },
    async close() {
      closing = true;
      await Promise.all([first.db.destroy(), last.db.destroy()]);
    },
  };
}

/** Kysely on a pool, and a connection of it by itself. */
function throughPool(pool: pg.Pool, named: ReturnType<typeof statementNames>, long?: LongTransactions) {
  const connect = () =>
    pool.connect().catch((cause: unknown) => {
      throw new DatabaseUnavailable('No database connection.', { cause });
    });
  const waitingPool = {
    options: pool.options,
    connect: async () => namingClient(await connect(), named, long),
    end: () => pool.end(),
  };
  return { connect, db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: waitingPool }) }) };
}

/** Connections of all companies together that go last; as many as they have places at least. */
const mostGoLast = Math.max(6, processors);

/**
 * Counts come as 64-bit integers, which `pg` makes texts of; ours are far below 2^53. A day stays the text that it is: `pg`
 * would make it a moment in whatever time zone this process runs in.
 */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8) return Number;
  if (oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary') return moment;
  return oid === pg.types.builtins.DATE ? String : pg.types.getTypeParser(oid, format as 'text');
};

/** The same as `Db.read` within a transaction that goes on, one statement after the other. */
export async function readIn<Q extends Record<string, Compilable>>(
  trx: Trx,
  queries: (trx: Trx) => Q,
): Promise<RowsOf<Q>> {
  const wanted = queries(trx);
  const found: Record<string, unknown[]> = {};
  for (const [key, query] of Object.entries(wanted)) found[key] = (await trx.executeQuery(query.compile())).rows;
  // As in `read`.
  return found as RowsOf<Q>;
}

/** What a step of a trace says of the database: no statement and no value. */
const postgresql = { 'db.system.name': 'postgresql' } as const;

const uuidLength = 36;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const begins = 'begin; ';

/** One message. The setting ends with the transaction, so the next user of the connection starts without a tenant. */
const beginning = (tenantId: string): string => `${begins}${entering(tenantId)}`;

function entering(tenantId: string): string {
  if (!uuid.test(tenantId)) throw new TypeError('The tenant id is not a UUID.');
  return `select set_config('app.tenant', '${tenantId}', true)`;
}

/**
 * The rest of a transaction is another tenant's: all of it is kept, or nothing. For what goes from one company to another by the operator's
 * word. What waits for the end, such as the links of the trail, is done first, as who it is of.
 */
export async function goOnIn(trx: Trx, tenantId: string): Promise<void> {
  await sql`set constraints all immediate`.execute(trx);
  await sql.raw(entering(tenantId)).execute(trx);
}

/**
 * Kysely gives a text and its parameters; PostgreSQL gets the statement's name, too. It also waits for each answer before it sends what
 * follows: how a transaction begins is kept back, and goes out together with its first statement.
 */
function namingClient(
  client: pg.PoolClient,
  named: ReturnType<typeof statementNames>,
  long?: LongTransactions,
): PostgresPoolClient {
  let beginsBy: string | undefined;
  const send = async (statement: pg.QueryConfig) => {
    if (beginsBy === undefined) return client.query(statement);
    const begin = beginsBy;
    beginsBy = undefined;
    // Where beginning fails, the statement fails as well: without a tenant it finds nothing and may write nothing.
    const [, answer] = await Promise.all(inOneWrite(client, () => [client.query(begin), client.query(statement)]));
    return answer;
  };
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('A pipelined connection has no cursors.');
    if (!text.startsWith(begins)) return send(named(text, values));
    beginsBy = text;
    const [, tenantId] = text.split("'app.tenant', '");
    if (tenantId !== undefined) long?.began(client, tenantId.slice(0, uuidLength));
    return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] });
  }
  return { query, release: (discard?: boolean) => client.release(long?.ended(client) === false || discard) };
}

async function answersTogether(
  client: pg.PoolClient,
  begin: string,
  { statements, changes }: { statements: readonly pg.QueryConfig[]; changes: boolean },
) {
  const sent = inOneWrite(client, () =>
    [begin, ...statements, 'commit'].map((statement) => client.query<object>(statement)),
  );
  // The connection goes back once all are answered: whatever came first, each has an answer of its own.
  const answers = await Promise.allSettled(sent);
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed === undefined) {
    client.release();
    return (await Promise.all(sent)).slice(1, -1).map(({ rows }) => rows);
  }
  const error: unknown = failed.reason;
  const broken = !(error instanceof pg.DatabaseError);
  client.release(broken);
  if (broken) throw new DatabaseUnavailable('The database connection broke.', { cause: error, mayBeDone: changes });
  throw unavailable(error) ?? error;
}

/** What is asked meanwhile goes out together: the kernel, and PostgreSQL's process, are woken once. */
function inOneWrite<T>(client: pg.PoolClient, ask: () => T): T {
  const { stream } = connectionOf(client);
  stream.cork();
  try {
    return ask();
  } finally {
    stream.uncork();
  }
}

async function inTenant<T>(connection: Trx, tenantId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  await sql.raw(beginning(tenantId)).execute(connection);
  let mayBeDone = false;
  try {
    const result = await work(connection);
    mayBeDone = true;
    const { rows } = await sql<{ command: string }>`commit`.execute(connection);
    // PostgreSQL answers COMMIT by rolling back when a statement failed and nobody told.
    if (rows[0]?.command === 'ROLLBACK') throw new Error('A statement of the transaction had failed.');
    committed(connection);
    return result;
  } catch (error) {
    try {
      await sql`rollback`.execute(connection);
    } catch {
      throw new DatabaseUnavailable('The database connection broke.', { cause: error, mayBeDone });
    }
    throw unavailable(error) ?? overShare(error) ?? error;
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

/**
 * SQLSTATE classes that say "not now": connection, resources, shut-down, a statement that took too long, and a transaction that was in
 * another's way, of which nothing is left.
 */
function unavailable(error: unknown): DatabaseUnavailable | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const { code = '' } = error;
  const temporary = /^(08|53|57P)|^(40001|40P01|57014)$/.test(code);
  return temporary ? new DatabaseUnavailable('The database cannot serve this now.', { cause: error }) : undefined;
}
