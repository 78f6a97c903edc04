import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seededRandom } from '../../apps/server/simulator/random.ts';
import { allRoles, type Order, someOrders } from '../../apps/server/simulator/starts/orders.ts';
import { fillFromPrepared } from '../e2e/support/prepared-data.ts';
import { until } from '../e2e/support/until.ts';

/** What `npm run simulate -- starts` does by the thousand, with real processes. */
const mostOrders = Number(process.env['ALO_STARTS_ORDERS'] ?? 200);
const root = join(import.meta.dirname, '../..');

let dataFolder: string;
let [port, sipPort, takenPort] = [0, 0, 0];
const owner = createServer();
const said: string[] = [];

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'alo-starts-'));
  await fillFromPrepared(dataFolder);
  [port, sipPort] = [await freePort(), await freePort()];
  owner.listen(0, 'localhost');
  await once(owner, 'listening');
  const address = owner.address();
  takenPort = typeof address === 'object' ? (address?.port ?? 0) : 0;
});

afterAll(async () => {
  owner.close();
  for (const { pid } of await ours()) signal(pid, 'SIGKILL');
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
});

/** As a person types `npm start`. A version that cannot serve is one whose port is taken. */
function start({ version, roles }: { version: string; roles: readonly string[] }): ChildProcess {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ALO_DATA_DIR: dataFolder,
      ALO_PORT: String(version === 'broken' ? takenPort : port),
      ALO_SIP_PORT: String(sipPort),
      ALO_SIP_TLS_PORT: '0',
      ALO_SIP_WSS_PORT: '0',
      ALO_DRAIN_SECONDS: '5',
      ALO_GRACE_SECONDS: '5',
      ...(roles.length < allRoles.length ? { ALO_ROLES: roles.join() } : {}),
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)));
  return child;
}

const programs = {
  wrapper: 'scripts/start.mjs',
  keeper: 'process/keeper.ts',
  server: 'process/main.ts',
  engine: 'engine-sip/src/child.ts',
} as const;

/** Every process of this product: they have its data folder in their environment. */
async function ours(): Promise<{ readonly pid: number; readonly what: string }[]> {
  const found: { pid: number; what: string }[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '');
    if (!(await read('environ')).includes(dataFolder)) continue;
    const command = await read('cmdline');
    const what = Object.entries(programs).find(([, program]) => command.includes(program))?.[0] ?? command;
    found.push({ pid: Number(name), what });
  }
  return found;
}

async function give(order: Order): Promise<void> {
  if (order.is === 'start') return void start(order);
  const whom = order.is === 'close-terminal' ? 'wrapper' : order.whom;
  const victim = (await ours()).find(({ what }) => what === whom);
  if (victim === undefined) return;
  if (order.is !== 'stop-for') {
    return signal(victim.pid, order.is === 'kill' ? 'SIGKILL' : order.is === 'hang-up' ? 'SIGHUP' : 'SIGTERM');
  }
  signal(victim.pid, 'SIGSTOP');
  await sleep(order.ms / 3);
  signal(victim.pid, 'SIGCONT');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has gone by itself.
  }
}

async function readiness(): Promise<string> {
  const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
  return answer === undefined ? 'nobody answers' : ((await answer.json()) as { status: string }).status;
}

const servesAlone = async (): Promise<boolean> => {
  const there = (await ours()).map(({ what }) => what);
  const isOne = (what: string) => there.filter((one) => one === what).length === 1;
  return isOne('wrapper') && isOne('keeper') && isOne('server') && isOne('engine') && (await readiness()) === 'ready';
};

test(`${mostOrders} random orders of starts, signals and kills with real processes: each time the next start serves, alone`, async () => {
  const first = Number(process.env['ALO_STARTS_SEED'] ?? 1);
  for (let [seed, given] = [first, 0]; given < mostOrders; seed += 1) {
    const orders = someOrders(seededRandom(seed)).filter((order) => order.is !== 'start' || order.roles === allRoles);
    said.length = 0;
    let at = 0;
    for (const order of orders) {
      // A real start takes longer than a simulated one, and nobody waits forty seconds here.
      await sleep(Math.min(order.at - at, 4_000));
      at = order.at;
      await give(order);
      given += 1;
    }
    start({ version: 'one', roles: allRoles });
    await until(`one product serves after the orders of seed ${seed}`, servesAlone, 240_000).catch((cause: unknown) => {
      throw new Error(`${JSON.stringify(orders)}\n${said.join('')}`, { cause });
    });
    expect((await readFile('/proc/net/udp', 'utf8')).toUpperCase()).toContain(
      `:${sipPort.toString(16).toUpperCase().padStart(4, '0')} `,
    );
  }
}, 7_200_000);
