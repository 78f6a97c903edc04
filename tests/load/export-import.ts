/**
 * A table's rows into a file and back by jobs, as people do it in the console, beside what PostgreSQL itself needs to copy the
 * same rows into a file and from one. `ratio` is ours to that, `workerMb` what the worker's memory grew by at its highest, and
 * `loopMs` how late the event loop of the process was that serves and decides about calls meanwhile (5 ms are its own
 * grain). Prints one JSON object.
 *
 *   node tests/load/export-import.ts [--rows=1000000]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { importReport, type Job, job, jobTicket } from '@alo/contract';
import pg from 'pg';

import { openDatabase } from '../../apps/server/src/db/database.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { startPostgres } from '../../apps/server/src/db/postgres.ts';
import { sessionStore } from '../../apps/server/src/features/identity/sessions.ts';
import { newId } from '../../apps/server/src/kernel/new-id.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const ROWS = Number(values.rows);
const root = join(import.meta.dirname, '../..');

const nothing = (): void => {};
const dataFolder = await mkdtemp(join(tmpdir(), 'alo-transfer-'));
await chmod(dataFolder, 0o755);
const copies = join(dataFolder, 'copies');
await mkdir(copies);
// The database may run as another user.
await chmod(copies, 0o777);
const postgres = await startPostgres({
  dataFolder,
  log: { debug: nothing, info: nothing, warn: console.error, error: console.error },
});
const url = new URL(postgres.adminUrl);
url.pathname = 'transfer';
let server: ChildProcess | undefined;
try {
  const { token, tenantId } = await prepare();
  const started = await startServer();
  server = started.server;
  const call = caller(started.address, token);
  const worker = await workerOf(started.server);
  // It is at work, and not still beginning, before anything is measured.
  const small = new FormData();
  small.append('subject', 'branchs');
  small.append('file', new Blob(['Tên chi nhánh\nMột'], { type: 'text/csv' }), 'mot.csv');
  await settled(call, await begun(call('POST', '/imports', small)));

  const columns = 'name, code, address, phone, note';
  const copiedOut = await timed(() =>
    sql(`copy (select ${columns}, created_at from branch where tenant_id = '${tenantId}' order by created_at desc, id desc)
      to '${join(copies, 'out.csv')}' csv`),
  );
  const results = [];
  for (const format of ['csv', 'xlsx'] as const) {
    const measure = await watched(started.server, worker);
    const seconds = await timed(async () => {
      await settled(call, await begun(call('GET', `/branchs/export?format=${format}`)));
    });
    results.push({ what: 'export', format, ...(await measure(seconds, copiedOut)) });
  }

  await sql(`delete from branch where tenant_id = '${tenantId}'`);
  await sql('vacuum branch');
  const other = newId();
  await sql(`insert into tenant (id, code, name, sip_domain) values ('${other}', 'other', 'other', 'other')`);
  await sql(`alter table branch alter tenant_id set default '${other}', alter id set default gen_random_uuid()`);
  const file = join(copies, 'in.csv');
  await sql(`copy (select 'Nhập ' || n, 'I' || n, 'Số ' || n || ' đường Lê Lợi', '', 'ghi chú ' || n
    from generate_series(1, ${ROWS}) as n) to '${file}' csv`);
  const copiedIn = await timed(() => sql(`copy branch (${columns}) from '${file}' csv`));
  await sql(`alter table branch alter tenant_id set default current_tenant(), alter id drop default`);
  await sql('vacuum branch');

  const form = new FormData();
  form.append('subject', 'branchs');
  const content = `Tên chi nhánh,Mã,Địa chỉ,Số điện thoại,Ghi chú\n${await readFile(file, 'utf8')}`;
  form.append('file', new Blob([content], { type: 'text/csv' }), 'chi-nhanh.csv');
  const id = await begun(call('POST', '/imports', form));
  const { mapping } = importReport.parse((await settled(call, id)).report);
  await call('POST', `/import/${id}/check`, { mapping, existing: 'skip' });
  await settled(call, id);
  const measure = await watched(started.server, worker);
  const seconds = await timed(async () => {
    await call('POST', `/import/${id}/run`, {});
    const { counts } = importReport.parse((await settled(call, id)).report);
    if (counts?.created !== ROWS) throw new Error(`Not all were imported: ${JSON.stringify(counts)}`);
  });
  results.push({ what: 'import', format: 'csv', ...(await measure(seconds, copiedIn)) });
  console.log(
    JSON.stringify({ rows: ROWS, fileMb: Math.round((await stat(file)).size / 1e6), runs: results }, null, 2),
  );
} finally {
  if (server !== undefined) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await postgres.stop();
  await rm(dataFolder, { recursive: true });
}

async function sql(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A company with so many branches, and somebody who may do everything. */
async function prepare(): Promise<{ token: string; tenantId: string }> {
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  await admin.query('create database transfer');
  await admin.end();
  await migrate(url.href);
  const [tenantId, roleId, accountId] = [newId(), newId(), newId()];
  await sql(`
    insert into tenant (id, code, name, sip_domain) values ('${tenantId}', 'load', 'load', 'load');
    insert into role (tenant_id, id, name) values ('${tenantId}', '${roleId}', 'super-admin');
    insert into account (tenant_id, id, email, name, password_hash, role_id)
      values ('${tenantId}', '${accountId}', 'a@load', 'a', '', '${roleId}');
    insert into branch (tenant_id, id, name, code, address, note)
      select '${tenantId}', gen_random_uuid(), 'Chi nhánh ' || n, 'C' || n, 'Số ' || n || ' đường Lê Lợi', 'ghi chú ' || n
      from generate_series(1, ${ROWS}) as n;`);
  await sql('vacuum analyze branch');
  const db = openDatabase({ url: url.href, size: 2 });
  const from = { network: 'load', userAgent: 'load', requestId: 'load' };
  const { token } = await sessionStore(db).start(tenantId, accountId, from);
  await db.close();
  return { token, tenantId };
}

async function startServer(): Promise<{ server: ChildProcess; address: string }> {
  const program = join(root, 'apps/server/src/main.ts');
  const probe = join(import.meta.dirname, 'event-loop-probe.ts');
  const child = spawn(process.execPath, ['--import', probe, program], {
    env: { DATABASE_URL: url.href, ALO_DATA_DIR: dataFolder, ALO_PORT: '0', ALO_SIP_PORT: '0', ALO_SIP_WSS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let said = '';
  for await (const text of child.stdout ?? []) {
    said += String(text);
    const address = /http:\/\/localhost:\d+/.exec(said)?.[0];
    if (address !== undefined) return { server: child, address };
  }
  throw new Error(`The server did not start: ${said}`);
}

async function workerOf(parent: ChildProcess): Promise<string> {
  for (;;) {
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const [line, status] = await Promise.all(
        ['cmdline', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
      );
      if (line?.includes('worker-main') && status?.split(') ')[1]?.split(' ')[1] === String(parent.pid)) return pid;
    }
    await sleep(50);
  }
}

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

function caller(address: string, token: string): Call {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${address}/api/load${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}

async function begun(answer: Promise<unknown>): Promise<string> {
  return jobTicket.parse(await answer).job_id;
}

async function settled(call: Call, id: string): Promise<Job> {
  for (;;) {
    const now = job.parse(await call('GET', `/job/${id}`));
    if (now.state === 'failed') throw new Error(now.error);
    if (now.state !== 'queued' && now.state !== 'running') return now;
    await sleep(100);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1_000;
}

/** From now on: the worker's memory, and the delay of the server's event loop. */
async function watched(process: ChildProcess, worker: string) {
  const memory = async (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(await readFile(`/proc/${worker}/status`, 'utf8'))?.[1]) / 1024;
  const loop = async () => {
    process.send('tell');
    const [told] = await once(process, 'message');
    return told as { p50: number; p99: number; max: number };
  };
  const before = await memory('VmRSS');
  await loop();
  const round = (value: number) => Math.round(value * 100) / 100;
  return async (seconds: number, copied: number) => {
    const { p50, p99, max } = await loop();
    return {
      seconds: round(seconds),
      copySeconds: round(copied),
      ratio: round(seconds / copied),
      workerMb: Math.round((await memory('VmHWM')) - before),
      loopMs: { p50: round(p50), p99: round(p99), max: round(max) },
    };
  };
}
