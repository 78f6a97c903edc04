/**
 * What people read, over HTTP: the whole product with a company of many customers and calls, beside a bare Fastify handler that
 * sends the very statements that ours was seen to send, prepared and all at once, to the same database. 50 connections at once,
 * in turns; `ratio` is ours to the bare one by requests a second, `cpuMs` the CPU time of the server's process and of PostgreSQL's
 * for one, and `cpuRatio` the same by both of these together, which other programs of the machine hardly change. Then all of it
 * together: how late the event loop of the process that decides about calls is meanwhile. Prints one JSON object.
 *
 *   node tests/load/reads.ts [--customers=200000] [--calls=1000000] [--seconds=2] [--turns=3] [--only=history,dashboard]
 *     [--kept=folder (the filled database stays there, and is taken the next time)]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { letSessionGoFirst } from '@alo/engine-host/supervision';

import type { BareReads } from './bare-reads.ts';
import { customerNumber, fillCustomersAndCalls } from './customers-and-calls.ts';
import {
  at,
  databaseCpuMs,
  loopDelay,
  type Product,
  processCpuMs,
  rounded,
  type Sql,
  tell,
  withProduct,
} from './product.ts';
import { recorded, type Statement } from './statement-recorder.ts';

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '200000' },
    calls: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '2' },
    turns: { type: 'string', default: '3' },
    only: { type: 'string' },
    kept: { type: 'string' },
  },
});
const [CUSTOMERS, CALLS] = [Number(values.customers), Number(values.calls)];
const CONNECTIONS = 50;
const WARM_UP_MS = 1_000;
const departments = 1_000;

/** A path of the API for each thing that people read. */
type Reads = Readonly<Record<string, string>>;

interface Load {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMs: { readonly server: number; readonly database: number };
}

const preload = [join(import.meta.dirname, 'statement-recorder.ts')];
const result = await withProduct(fill, measure, { kept: values.kept, preload });
console.log(JSON.stringify({ customers: CUSTOMERS, calls: CALLS, connections: CONNECTIONS, ...result }, null, 2));

async function fill(sql: Sql, tenantId: string): Promise<void> {
  await fillCustomersAndCalls(sql, tenantId, { customers: CUSTOMERS, calls: CALLS });
  await sql(`set session_replication_role = replica;
    insert into account (tenant_id, id, email, name, password_hash, role_id, extension)
      select '${tenantId}', gen_random_uuid(), n || '@load', 'Máy ' || n, '', role.id, n::text
      from role, generate_series(100, 149) as n;
    insert into extension_holder (tenant_id, extension, from_at, account_id)
      select tenant_id, extension, '-infinity', id from account where extension is not null;
    insert into department (tenant_id, id, name, code)
      select '${tenantId}', gen_random_uuid(), 'Phòng ban ' || n, 'PB' || n from generate_series(1, ${departments}) as n;
    set session_replication_role = origin;
    insert into trunk (tenant_id, id, name, host) values ('${tenantId}', '${tenantId}', 'Nhà mạng', 'load');
    insert into service_number (tenant_id, id, number, name, trunk_id)
      values ('${tenantId}', gen_random_uuid(), '+842871000101', 'Tổng đài', '${tenantId}');
    select set_config('app.tenant', '${tenantId}', false);
    select rebuild_call_sums(now() - interval '40 days', now() + interval '1 day'),
      rebuild_person_sums(now() - interval '40 days', now() + interval '1 day')`);
  await sql('vacuum analyze');
}

async function measure(product: Product) {
  const all = await readsOf(product.sql);
  const reads = Object.fromEntries(
    Object.entries(all).filter(([name]) => values.only === undefined || values.only.split(',').includes(name)),
  );
  const bare = await startBare(product, reads);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const servers = {
    ours: { process: product.server, base: product.address, token: product.token },
    bare: { process: bare.process, base: bare.address, token: '' },
  };
  const runs = [];
  for (const [nth, [read, path]] of Object.entries(reads).entries()) {
    const paths = { ours: [path], bare: [`/${nth}`] };
    tell(read);
    const loads = { ours: [] as Load[], bare: [] as Load[] };
    for (let turn = 0; turn < Number(values.turns); turn += 1) {
      for (const kind of ['bare', 'ours'] as const) {
        loads[kind].push(await load(servers[kind], paths[kind], { agent, sql: product.sql }));
      }
    }
    const [ours, theirs] = [bestOf(loads.ours), bestOf(loads.bare)];
    const cpuOf = ({ cpuMs }: Load) => cpuMs.server + cpuMs.database;
    const ratio = rounded(ours.requestsPerSecond / theirs.requestsPerSecond);
    runs.push(
      { read, server: 'ours', ratio, cpuRatio: rounded(cpuOf(theirs) / cpuOf(ours)), ...ours },
      { read, server: 'bare', ...theirs },
    );
  }
  tell('all together');
  await loopDelay(product.server);
  const together = await load(servers.ours, Object.values(reads), { agent, sql: product.sql, times: 5 });
  const loopMs = await loopDelay(product.server);
  agent.destroy();
  bare.process.kill();
  return { runs, together: [{ ...together, loopMs }] };
}

async function readsOf(sql: Sql): Promise<Reads> {
  const { rows } = await sql(`select id, to_char(now() at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') as today
    from customer where code = 'KH${Math.floor(CUSTOMERS / 2)}'`);
  const [id, today] = [String(rows[0]?.['id']), String(rows[0]?.['today'])];
  const { rows: called } = await sql('select id from call order by started_at desc limit 1');
  const call = String(called[0]?.['id']);
  const number = customerNumber(4_321);
  return {
    'a list': '/api/load/departments',
    customers: '/api/load/get-data-filter',
    'customers, the last page': `/api/load/get-data-filter?page=${CUSTOMERS / 10}`,
    'customers by name': '/api/load/get-data-filter?search=hiem',
    'customers by number': `/api/load/get-data-filter?search=${number}`,
    'a customer': `/api/load/customer/${id}`,
    'what was with them': `/api/load/customer/${id}/timeline`,
    history: '/api/load/histories-call',
    'history, the last page': `/api/load/histories-call?page=${CALLS / 10}`,
    'history of a day': `/api/load/histories-call?from=${today}&to=${today}&status=missed`,
    'history by number': `/api/load/histories-call?search=${number}`,
    'history by part of one': `/api/load/histories-call?search=${number.slice(4)}`,
    'history by name': '/api/load/histories-call?search=hiem',
    'a call': `/api/load/histories-call/${call}`,
    dashboard: '/api/load/dashboard',
    'figures of numbers': '/telephony/partner/service-numbers',
  };
}

/** Starts the bare server with what ours sends for each read. */
async function startBare({ server, address, token, databaseUrl }: Product, reads: Reads) {
  const sent: Statement[][] = [];
  for (const [name, path] of Object.entries(reads)) {
    const seen: Statement[][] = [];
    // What the product does besides makes some of them longer.
    for (let run = 0; run < 5; run += 1) {
      const stop = record(server);
      const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
      seen.push(await stop());
    }
    sent.push(seen.toSorted((a, b) => a.length - b.length)[0] ?? []);
  }
  const child = fork(join(import.meta.dirname, 'bare-reads.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
    serialization: 'advanced',
    detached: true,
  });
  // As ours, beside the database and whoever asks.
  if (child.pid !== undefined) letSessionGoFirst(child.pid, 'calls');
  child.send({ databaseUrl, reads: sent } satisfies BareReads);
  const [bare] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The bare server did not start.');
    }),
  ])) as [string];
  return { process: child, address: bare };
}

function record(server: ChildProcess): () => Promise<Statement[]> {
  server.send({ record: 'start' });
  return () =>
    new Promise((resolve) => {
      const hear = (message: unknown) => {
        const told = recorded.safeParse(message).data;
        if (told === undefined) return;
        server.off('message', hear);
        resolve(told.recorded);
      };
      server.on('message', hear);
      server.send({ record: 'stop' });
    });
}

interface Target {
  readonly process: ChildProcess;
  readonly base: string;
  readonly token: string;
}

async function load(
  target: Target,
  paths: readonly string[],
  { agent, sql, times = 1 }: { agent: Agent; sql: Sql; times?: number },
): Promise<Load> {
  await run(target, paths, agent, WARM_UP_MS);
  const cpu = async () => [await processCpuMs(target.process.pid), await databaseCpuMs(sql)] as const;
  const [serverBefore, databaseBefore] = await cpu();
  const { took, lasted } = await run(target, paths, agent, times * Number(values.seconds) * 1_000);
  const [server, database] = await cpu();
  return {
    requestsPerSecond: Math.round((took.length / lasted) * 1_000),
    p50Ms: at(took, 0.5),
    p99Ms: at(took, 0.99),
    cpuMs: {
      server: rounded((server - serverBefore) / took.length),
      database: rounded((database - databaseBefore) / took.length),
    },
  };
}

async function run({ base, token }: Target, paths: readonly string[], agent: Agent, ms: number) {
  const took: number[] = [];
  const from = performance.now();
  let asked = 0;
  const one = async (): Promise<void> => {
    while (performance.now() - from < ms) {
      const path = paths[asked++ % paths.length] ?? '';
      const startedAt = performance.now();
      await request(base + path, token, agent);
      took.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return { took: took.toSorted((a, b) => a - b), lasted: performance.now() - from };
}

function request(address: string, token: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${address}: ${response.statusCode}`));
      });
    }).once('error', reject);
  });
}

/** The other programs of the machine only ever make a run slower. */
function bestOf(loads: readonly Load[]): Load {
  const [best] = loads.toSorted((a, b) => b.requestsPerSecond - a.requestsPerSecond);
  if (best === undefined) throw new Error('Nothing was measured.');
  return best;
}
