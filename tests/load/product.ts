import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flagsOf, letSessionGoFirst } from '@alo/engine-host/supervision';
import pg from 'pg';
import { z } from 'zod';

import { openDatabase } from '../../apps/server/src/db/database.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { startPostgres } from '../../apps/server/src/db/postgres.ts';
import { sessionStore } from '../../apps/server/src/features/identity/sessions.ts';
import { newId } from '../../apps/server/src/kernel/new-id.ts';
import { settleTallies } from '../../apps/server/src/resource/settle-tallies.ts';
import { query } from './query.ts';

const nothing = (): void => {};
const root = join(import.meta.dirname, '../..');

export type Sql = (statement: string) => Promise<pg.QueryResult<Record<string, unknown>>>;
export type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

/** The product as it runs for people, with a company that has somebody who may do everything. */
export interface Product {
  readonly server: ChildProcess;
  readonly dataFolder: string;
  readonly tenantId: string;
  /** As PostgreSQL's superuser. */
  readonly sql: Sql;
  /** As who serves requests does, within the company: row-level security holds. */
  readonly asServed: Sql;
  /** Rejects with what was answered where that is no success. */
  readonly call: Call;
  /** The same, with the answer as it came: to read a thousand rows would take the time of whoever measures. */
  readonly asText: (...asked: Parameters<Call>) => Promise<string>;
  /** Where it is, and what proves who asks. */
  readonly address: string;
  readonly token: string;
  readonly databaseUrl: string;
}

/** The server asks for patience, which it may where the machine has other work. */
export class Busy extends Error {}

/** Says how far a program is that takes minutes; what it measured goes elsewhere. */
export function tell(what: string): void {
  console.error(`${process.uptime().toFixed(0).padStart(4)} s  ${what}`);
}

/**
 * Starts it on a database that `fill` has filled, gives it to `work`, and leaves nothing behind; or, in a folder that is to be
 * `kept`, the filled database, for the next time.
 */
export async function withProduct<T>(
  fill: (sql: Sql, tenantId: string) => Promise<void>,
  work: (product: Product) => Promise<T>,
  { kept, preload = [] }: { readonly kept?: string | undefined; readonly preload?: readonly string[] } = {},
): Promise<T> {
  const dataFolder = kept ?? (await mkdtemp(join(tmpdir(), 'alo-load-')));
  await mkdir(dataFolder, { recursive: true });
  await chmod(dataFolder, 0o755);
  const log = { debug: nothing, info: nothing, warn: console.error, error: console.error };
  const postgres = await startPostgres({ dataFolder, log });
  let server: ChildProcess | undefined;
  try {
    const url = new URL(postgres.adminUrl);
    url.pathname = 'load';
    const isFilled = join(dataFolder, 'filled');
    const isNew = await access(isFilled).then(
      () => false,
      () => true,
    );
    if (isNew) {
      await query(postgres.adminUrl, 'create database load');
      await migrate(url.href);
    }
    const superuser = await connected(url.href);
    const sql: Sql = (statement) => superuser.query(statement);
    const { tenantId, accountId } = isNew ? await company(sql) : await companyThere(sql);
    const db = openDatabase({ url: url.href, size: 2, statementMs: 600_000 });
    if (isNew) {
      await fill(sql, tenantId);
      await settleTallies(db, 1);
      await sql('vacuum analyze row_tally');
      await writeFile(isFilled, '');
    }
    const from = { network: 'load', userAgent: 'load', requestId: 'load' };
    const { token } = await sessionStore(db).start(tenantId, accountId, from);
    await db.close();
    const serving = await connected(url.href);
    await serving.query(`set role alo_app; select set_config('app.tenant', '${tenantId}', false)`);

    tell('the product');
    const started = await startServer(url.href, dataFolder, preload);
    server = started.server;
    const asText = caller(`${started.address}/api/load`, token);
    const call: Call = async (...asked) => JSON.parse(await asText(...asked)) as unknown;
    const asServed: Sql = (statement) => serving.query(statement);
    const answer = await work({
      server,
      dataFolder,
      tenantId,
      sql,
      asServed,
      call,
      asText,
      address: started.address,
      token,
      databaseUrl: url.href,
    });
    await Promise.all([superuser.end(), serving.end()]);
    return answer;
  } finally {
    if (server !== undefined) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await postgres.stop();
    if (kept === undefined) await rm(dataFolder, { recursive: true });
  }
}

/**
 * Puts many rows into a table as nobody does it in earnest: its indexes are made afterwards, keys are not checked, and its
 * tallies are counted by hand.
 */
export async function fillQuickly(
  sql: Sql,
  table: string,
  { rows, at }: { rows: string; at?: 'created_at' | 'started_at' },
): Promise<void> {
  const { rows: indexes } = await sql(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = '${table}'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  tell(`rows of ${table}`);
  for (const { name } of indexes) await sql(`drop index ${String(name)}`);
  await sql(`set session_replication_role = replica; set maintenance_work_mem = '1GB'; ${rows}`);
  tell(`indexes of ${table}`);
  // An index of a partitioned table is told as one of it alone.
  for (const { definition } of indexes) await sql(String(definition).replace(' ON ONLY ', ' ON '));
  if (at !== undefined) {
    // As if those of each minute had been settled before: a million entries that are settled at once leave as many dead ones
    // in their index, which whoever looks there first has to pass.
    await sql(`insert into row_tally (tenant_id, list, at, until, n)
      select tenant_id, '${table}', date_trunc('minute', ${at}), date_trunc('minute', ${at}) + interval '59 s', count(*)
      from ${table} group by 1, 3`);
  }
  await sql('set session_replication_role = origin');
  await sql(`vacuum analyze ${table}`);
}

/**
 * Fills tables with nothing kept safe meanwhile: a machine that fails here loses nothing that anybody wants. What is measured
 * afterwards runs as it does for people.
 */
export async function unsafely(sql: Sql, fill: () => Promise<void>): Promise<void> {
  const settings = { fsync: 'off', full_page_writes: 'off', max_wal_size: '8GB' };
  for (const [name, value] of Object.entries(settings)) await sql(`alter system set ${name} = '${value}'`);
  await sql('select pg_reload_conf()');
  await fill();
  for (const name of Object.keys(settings)) await sql(`alter system reset ${name}`);
  await sql('select pg_reload_conf()');
  await sql('checkpoint');
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // PostgreSQL is stopped at the end, whoever is still connected.
  client.on('error', nothing);
  await client.connect();
  return client;
}

async function company(sql: Sql): Promise<{ tenantId: string; accountId: string }> {
  const [tenantId, roleId, accountId] = [newId(), newId(), newId()];
  await sql(`
    insert into tenant (id, code, name, sip_domain) values ('${tenantId}', 'load', 'load', 'load');
    insert into role (tenant_id, id, name) values ('${tenantId}', '${roleId}', 'super-admin');
    insert into account (tenant_id, id, email, name, password_hash, role_id)
      values ('${tenantId}', '${accountId}', 'a@load', 'a', '', '${roleId}')`);
  return { tenantId, accountId };
}

async function companyThere(sql: Sql): Promise<{ tenantId: string; accountId: string }> {
  const { rows } = await sql("select tenant_id, id from account where email = 'a@load'");
  return { tenantId: String(rows[0]?.['tenant_id']), accountId: String(rows[0]?.['id']) };
}

async function startServer(
  url: string,
  dataFolder: string,
  preload: readonly string[],
): Promise<{ server: ChildProcess; address: string }> {
  const program = join(root, 'apps/server/src/process/main.ts');
  const probe = join(import.meta.dirname, 'event-loop-probe.ts');
  const loaded = [probe, ...preload].flatMap((file) => ['--import', file]);
  const child = spawn(process.execPath, [...flagsOf('server'), ...loaded, program], {
    env: { DATABASE_URL: url, ALO_DATA_DIR: dataFolder, ALO_PORT: '0', ALO_SIP_PORT: '0', ALO_SIP_WSS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // Moments and bytes stay what they are.
    serialization: 'advanced',
    detached: true,
  });
  // As the keeper starts it.
  if (child.pid !== undefined) letSessionGoFirst(child.pid, 'calls');
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    // Read to the end: a server whose words nobody takes would stop.
    child.stdout?.on('data', (text) => {
      said += String(text);
      const found = /http:\/\/localhost:\d+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
      if (String(text).startsWith('{')) console.error(String(text));
    });
    child.once('exit', () => reject(new Error(`The server did not start: ${said}`)));
  });
  return { server: child, address };
}

function caller(base: string, token: string): Product['asText'] {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (answer.status === 503) throw new Busy(`${path}: ${await answer.text()}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
}

/** Asks again where the server is busy, as a console does. */
export const patient =
  (call: Call): Call =>
  async (...asked) => {
    for (;;) {
      try {
        return await call(...asked);
      } catch (error) {
        if (!(error instanceof Busy)) throw error;
        await sleep(500);
      }
    }
  };

/**
 * How long rounds of the server's event loop took since it was asked the last time, in milliseconds, and how much of the
 * longest one its processes' threads were at work.
 */
export function loopDelay(server: ChildProcess): Promise<LoopDelay> {
  const asked = randomUUID();
  return new Promise((resolve) => {
    // It also says other things to whoever started it.
    const hear = (message: unknown) => {
      const told = loopTold.safeParse(message).data;
      if (told?.asked !== asked) return;
      server.off('message', hear);
      const { p50, p99, max, onProcessor } = told;
      resolve({ p50: rounded(p50), p99: rounded(p99), max: rounded(max), onProcessor: rounded(onProcessor) });
    };
    server.on('message', hear);
    server.send({ asked });
  });
}

export type LoopDelay = Record<'p50' | 'p99' | 'max' | 'onProcessor', number>;

const loopTold = z.object({
  asked: z.string(),
  p50: z.number(),
  p99: z.number(),
  max: z.number(),
  onProcessor: z.number(),
});

/** From now on: by how many megabytes the memory of a process grows at its highest. */
export async function memoryGrowth(pid: number | string | undefined): Promise<() => Promise<number>> {
  const memory = async (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  // Makes the highest so far what it is now.
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await memory('VmRSS');
  return async () => Math.round((await memory('VmHWM')) - before);
}

/**
 * So many milliseconds of processor all the processes that serve a connection have had, those that have ended too: PostgreSQL
 * has their time, and it is the parent of whoever answers this.
 */
export async function databaseCpuMs(sql: Sql): Promise<number> {
  const { rows } = await sql(
    `select pid, pid = pg_backend_pid() as answers from pg_stat_activity where backend_type = 'client backend'`,
  );
  let ms = 0;
  for (const { pid, answers } of rows) {
    const { own, parent } = await processTimes(String(pid));
    ms += own;
    if (answers === true) ms += (await processTimes(parent)).ended;
  }
  return ms;
}

/** So many milliseconds of processor a process has had; the kernel counts by ten. */
export async function processCpuMs(pid: number | string | undefined): Promise<number> {
  return (await processTimes(pid)).own;
}

/** Its own, and those of the processes that it started and that have ended; nothing of a process that is not there. */
async function processTimes(pid: number | string | undefined) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // proc_pid_stat(5): the second field, the name, may hold blanks and stands in brackets.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, own = 0, system = 0, ended = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
    (nth) => fields[nth] ?? 0,
  );
  return { parent, own: 10 * (own + system), ended: 10 * (ended + endedSystem) };
}

/** How long so many runs take, and what each of them costs the database, which other programs hardly change. */
export async function cost(sql: Sql, runs: number, work: (run: number) => Promise<unknown>) {
  const before = await databaseCpuMs(sql);
  const took = await times(runs, work);
  return { took, databaseCpuMs: rounded(((await databaseCpuMs(sql)) - before) / runs) };
}

export const rounded = (value: number) => Math.round(value * 100) / 100;

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Times of so many runs, shortest first, in milliseconds. */
export async function times(runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await timed(() => work(run)));
  return all.toSorted((a, b) => a - b);
}

export const at = (sorted: readonly number[], share: number) =>
  rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
