/**
 * A company that works as it does every day, alone and beside two others that do their worst at everything there is to share: long lists, exports and
 * imports without end, tables that are slow to read, sounds, forms that trickle, wrong passwords and tokens, live sockets, webhooks whose receiver hangs,
 * bots, calls that nobody answers in and out, and floods of SIP from strangers, from their own carriers and from their own phones. Alone and beside take turns, so
 * that a machine that is another one from minute to minute is so for both. The good company's calls are whole ones (as in `call-setup`), its reads pages of
 * customers and of its history, its jobs an export or an import every four seconds, from the asking to the end. `ratio` is beside to alone. All processes
 * of the product are on one core; who measures and the two are on the other, where the two go behind who measures and before all else. `loopMs` is how late the server's event loop was, `cpu`
 * what of the core each process had in percent, and `others` what programs had that are not of the product: where that is more than a few, nothing is shown (`isValid`). `attacks` is how often came what, in the last turn. Nothing of the good company may fail. Prints one JSON object.
 *
 *   node tests/load/company-beside-hostile.ts [--rounds=2] [--seconds=12] [--rate=8] [--reads=10] [--history=20000] [--customers=6000]
 */

import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { letSessionGoFirst } from '@alo/engine-host/supervision';
import { freePort } from '@alo/testing';

import { reading } from './ask-api.ts';
import { beginEvenly, outcome } from './call-load.ts';
import { makeCompany, tokenOf } from './company.ts';
import { fillCustomersAndCalls } from './customers-and-calls.ts';
import { DeskPhones, type PlacedCall } from './desk-phones.ts';
import { round, spread } from './generator.ts';
import type { HostileNotes, HostileOrder } from './hostile-companies.ts';
import { type Installation, withInstallation } from './installation.ts';
import { begun, settled } from './jobs.ts';
import { childrenOf, cpuOfTree } from './process-tree.ts';
import { type Call, type Sql, tell, timed } from './product.ts';
import { query } from './query.ts';
import { goBeforeOthers, separateCores, serverCore } from './switch.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '12' },
    rate: { type: 'string', default: '8' },
    reads: { type: 'string', default: '10' },
    history: { type: 'string', default: '20000' },
    customers: { type: 'string', default: '6000' },
  },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const [rate, readsPerSecond] = [Number(values.rate), Number(values.reads)];
const CUSTOMERS = Number(values.customers);
const PHONES = 50;
const TALK_MS = 1_000;
const JOB_EACH_SECONDS = 4;
/** Both begin to do their worst, and what they left is worked off. */
const [BEGIN_MS, REST_MS] = [5_000, 4_000];
const MOST_LOOKS = 15;
/** Percent of the product's core: alone it has three quarters of it to spare, and beside the two nothing. */
const MOST_OF_OTHERS = 3;
const HOSTILE_PEOPLE = 20;

const goodReads = [
  '/get-data-filter',
  '/histories-call',
  '/get-data-filter?search=hoa',
  '/histories-call?page=50',
  '/customers?page=3',
];

const metricsToken = randomUUID();
const receiver = await freePort();
const hostile = ['xau-mot', 'xau-hai'].map((code, nth) => ({
  code,
  domain: `${code}.example`,
  prefix: `02872${nth}`,
  carrier: { host: `127.0.0.${70 + nth}`, port: 15_060 },
  strangerAt: `127.0.0.${80 + nth}`,
  sessions: [] as readonly string[],
}));

const { failed, ...measured } = await withInstallation(
  {
    people: PHONES,
    settings: {
      ALO_MAX_CALLS: '200',
      ALO_MAX_CALLS_PER_COMPANY: '100',
      ALO_METRICS_TOKEN: metricsToken,
      ALO_WEBHOOK_HOSTS: `127.0.0.1:${receiver}`,
    },
    fill,
  },
  measure,
);
console.log(JSON.stringify({ ...measured, failed }, null, 2));
process.exit(failed === 0 ? 0 : 1);

async function fill(sql: Sql, tenant: string, databaseUrl: string): Promise<void> {
  const rows = { customers: CUSTOMERS, calls: Number(values.history) };
  await fillCustomersAndCalls(sql, tenant, rows);
  for (const company of hostile) {
    const { code, domain, prefix, carrier: at } = company;
    const made = await makeCompany(databaseUrl, { code, domain, people: HOSTILE_PEOPLE, records: true, at, prefix });
    company.sessions = made.sessions;
    await fillCustomersAndCalls(sql, made.tenant, rows);
  }
}

/** What the good company saw in one turn. */
interface Turn {
  readonly calls: readonly PlacedCall[];
  readonly reads: readonly number[];
  readonly jobs: readonly number[];
  readonly refused: number;
}

async function measure(installation: Installation) {
  const { product, postgresPid, passwordAt, passwordOf } = installation;
  const worst = fork(join(import.meta.dirname, 'hostile-companies.ts'), { detached: true });
  // Whatever else the machine does, they do their worst, behind who measures.
  letSessionGoFirst(worst.pid ?? 0, 'calls');
  const companies = hostile.map((company) => ({
    ...company,
    tokens: company.sessions.map(tokenOf),
    passwords: company.sessions.map(passwordOf),
  }));
  worst.send({ address: product.address, sipPort: product.sipPort, receiver, companies } satisfies HostileOrder);
  await Promise.race([
    once(worst, 'message'),
    once(worst, 'exit').then(() => Promise.reject(new Error('The two did not start.'))),
  ]);
  const phones = await DeskPhones.open(PHONES, product.sipPort, passwordAt);
  separateCores({ roots: [product.keeperPid, postgresPid] }, [worst.pid ?? 0]);
  goBeforeOthers();

  const call = callerOf(installation);
  await turn(phones, call, 5);
  const turns: Record<'alone' | 'beside', Turn[]> = { alone: [], beside: [] };
  const runs = [];
  let attacks: HostileNotes = {};
  for (let nth = 1; nth <= rounds; nth += 1) {
    for (const where of nth % 2 === 0 ? (['beside', 'alone'] as const) : (['alone', 'beside'] as const)) {
      if (where === 'beside') {
        worst.send('begin');
        await sleep(BEGIN_MS);
      }
      await loopMs(installation);
      const before = await cpuOf(installation);
      const seen = await turn(phones, call, seconds);
      const run = {
        round: nth,
        where,
        ...told(seen),
        loopMs: await loopMs(installation),
        cpu: cpuPercent(before, await cpuOf(installation)),
      };
      turns[where].push(seen);
      runs.push(run);
      tell(JSON.stringify(run));
      if (where === 'beside') {
        worst.send('end');
        [attacks] = (await once(worst, 'message')) as [HostileNotes];
        tell(JSON.stringify(attacks));
        await rest(installation);
      }
    }
  }
  worst.disconnect();
  phones.close();
  const [alone, beside] = [told(joined(turns.alone)), told(joined(turns.beside))];
  const ratioOf = (what: 'callsMs' | 'readsMs' | 'jobsMs') => ({
    p50: round(beside[what].p50 / alone[what].p50, 2),
    p99: round(beside[what].p99 / alone[what].p99, 2),
  });
  return {
    isValid: runs.every(({ cpu }) => cpu.others <= MOST_OF_OTHERS),
    ratio: { calls: ratioOf('callsMs'), lists: ratioOf('readsMs'), jobs: ratioOf('jobsMs') },
    alone,
    beside,
    failed: alone.failed + beside.failed,
    runs,
    attacks: Object.entries(attacks).map(([what, came]) => ({ what, came: JSON.stringify(came) })),
  };
}

/** What the two have left to be done is called off: alone is alone. */
async function rest({ databaseUrl }: Installation): Promise<void> {
  await query(databaseUrl, "update job set cancel_requested_at = now() where state in ('queued', 'running')");
  for (let nth = 0; nth < MOST_LOOKS; nth += 1) {
    await sleep(REST_MS);
    if ((await query(databaseUrl, "select from job where state in ('queued', 'running')")) === 0) return;
  }
}

/** Calls, reads and jobs of the good company, side by side, for so long. */
async function turn(phones: DeskPhones, call: Call, forSeconds: number): Promise<Turn> {
  let refused = 0;
  const done = (work: () => Promise<unknown>) =>
    work().catch((error: unknown) => {
      console.error(String(error));
      refused += 1;
    });
  const read = async (nth: number) => {
    const from = performance.now();
    await done(() => call('GET', goodReads[nth % goodReads.length] ?? ''));
    return performance.now() - from;
  };
  const job = (nth: number) => timed(() => done(async () => settled(call, await begun(goodJob(call, nth)))));
  const [calls, reads, jobs] = await Promise.all([
    beginEvenly(rate, forSeconds, (nth) => phones.call(nth % PHONES, TALK_MS)),
    beginEvenly(readsPerSecond, forSeconds, read),
    beginEvenly(1 / JOB_EACH_SECONDS, forSeconds, job),
  ]);
  return { calls, reads, jobs, refused };
}

function goodJob(call: Call, nth: number): Promise<unknown> {
  if (nth % 2 === 0) return call('GET', '/customers/export?format=csv');
  const file = new FormData();
  file.set('subject', 'customer');
  const lines = Array.from({ length: 200 }, (_, row) => `Khách,09870${String(10_000 + row)}`);
  file.set('file', new Blob([`Tên,Số điện thoại\n${lines.join('\n')}\n`], { type: 'text/csv' }), 'a.csv');
  return call('POST', '/imports', file);
}

function callerOf({ product, tokenAt }: Installation): Call {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${tokenAt(0)}` };
    const url = `${product.address}/api/load${path}`;
    const answer = await (method === 'GET'
      ? reading(url, headers)
      : fetch(url, { method, headers, body: body instanceof FormData ? body : null }));
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as unknown;
  };
}

function joined(turns: readonly Turn[]): Turn {
  return {
    calls: turns.flatMap(({ calls }) => calls),
    reads: turns.flatMap(({ reads }) => reads),
    jobs: turns.flatMap(({ jobs }) => jobs),
    refused: turns.reduce((all, { refused }) => all + refused, 0),
  };
}

function told({ calls, reads, jobs, refused }: Turn) {
  const { failed: failedCalls, setUpMs } = outcome(calls);
  return {
    calls: calls.length,
    callsMs: setUpMs,
    reads: reads.length,
    readsMs: spread(reads),
    jobs: jobs.length,
    jobsMs: spread(jobs),
    failed: failedCalls + refused,
  };
}

/** How late the server's event loop was since it was asked last. */
async function loopMs({ product }: Installation): Promise<number> {
  const answer = await reading(`${product.address}/metrics`, { authorization: `Bearer ${metricsToken}` });
  const line = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await answer.text());
  return round(Number(line?.[1]) * 1_000, 1);
}

async function cpuOf({ product, postgresPid }: Installation) {
  const [server = 0, engine = 0] = [await product.serverPid(), await product.enginePid()];
  const workers = childrenOf(server).reduce((all, pid) => all + cpuOfTree(pid), 0);
  return {
    at: performance.now(),
    server: cpuOfTree(server) - workers,
    engine: cpuOfTree(engine),
    worker: workers,
    postgres: cpuOfTree(postgresPid),
    core: busyMs(),
  };
}

/** How long the product's core has been busy, with whatever program, since the machine began. */
function busyMs(): number {
  const { user, nice, sys, irq } = cpus()[serverCore]?.times ?? { user: 0, nice: 0, sys: 0, irq: 0 };
  return user + nice + sys + irq;
}

type Cpu = Awaited<ReturnType<typeof cpuOf>>;

function cpuPercent(before: Cpu, after: Cpu) {
  const of = (what: Exclude<keyof Cpu, 'at'>) =>
    Math.round((100 * (after[what] - before[what])) / (after.at - before.at));
  const product = { server: of('server'), engine: of('engine'), worker: of('worker'), postgres: of('postgres') };
  return { ...product, others: of('core') - Object.values(product).reduce((all, one) => all + one, 0) };
}
