/**
 * A page of a list through our API (token, permission, schemas, row-level security), beside a bare Fastify handler that runs the
 * very statements that ours was seen to run, prepared and sent together in one tenant transaction on the same database: 50 connections at once, each
 * server in a process of its own, in turns. `ratio` is ours to the bare one. Prints one JSON object.
 *
 *   node tests/load/api-list.ts [--seconds=5] [--departments=1000]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startPostgres } from '../../apps/server/src/db/postgres.ts';
import type { Order, Ready } from './api-list-server.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, departments: { type: 'string', default: '1000' } },
});
const CONNECTIONS = 50;
const WARM_UP_MS = 1_000;
const TURNS = 3;

const nothing = (): void => {};
const dataFolder = await mkdtemp(join(tmpdir(), 'alo-api-list-'));
const postgres = await startPostgres({
  dataFolder,
  log: { debug: nothing, info: nothing, warn: console.error, error: console.error },
});
try {
  const ours = await serve({ kind: 'ours', adminUrl: postgres.adminUrl, departments: Number(values.departments) });
  const bare = await serve({ kind: 'bare', url: ours.ready.databaseUrl, statements: ours.ready.statements });
  const [expected, answered] = await Promise.all([pageOf(ours.ready), pageOf(bare.ready)]);
  if (expected.length !== 10 || answered.length !== 10) throw new Error('A server does not answer with a page of ten.');

  const measured = { ours: [] as Load[], bare: [] as Load[] };
  for (let turn = 0; turn < TURNS; turn++) {
    measured.bare.push(await load(bare.ready));
    measured.ours.push(await load(ours.ready));
  }
  const [best, bareBest] = [bestOf(measured.ours), bestOf(measured.bare)];
  console.log(
    JSON.stringify(
      {
        connections: CONNECTIONS,
        ratio: Math.round((best.requestsPerSecond / bareBest.requestsPerSecond) * 100) / 100,
        runs: [
          { server: 'ours', ...best },
          { server: 'bare', ...bareBest },
        ],
      },
      null,
      2,
    ),
  );
  for (const { child } of [ours, bare]) child.kill();
} finally {
  await postgres.stop();
  await rm(dataFolder, { recursive: true });
}

interface Load {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

async function serve(order: Order): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = fork(join(import.meta.dirname, 'api-list-server.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  child.send(order);
  const [ready] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`The ${order.kind} server did not start.`);
    }),
  ]);
  return { child, ready };
}

async function pageOf({ address, token }: Ready): Promise<unknown[]> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  return z.object({ data: z.array(z.unknown()) }).parse(await response.json()).data;
}

async function load(target: Ready): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  await run(target, agent, WARM_UP_MS);
  const measured = await run(target, agent, Number(values.seconds) * 1000);
  agent.destroy();
  return measured;
}

async function run({ address, token }: Ready, agent: Agent, ms: number): Promise<Load> {
  const times: number[] = [];
  let failed = 0;
  const from = performance.now();
  const one = async (): Promise<void> => {
    while (performance.now() - from < ms) {
      const startedAt = performance.now();
      const good = await request(address, token, agent);
      if (good) times.push(performance.now() - startedAt);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  const lasted = performance.now() - from;
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? Number.NaN) * 10) / 10;
  return { requestsPerSecond: Math.round((times.length / lasted) * 1000), p50Ms: at(0.5), p99Ms: at(0.99), failed };
}

function request(address: string, token: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    get(address, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}

/** The other programs of the machine only ever make a run slower. */
function bestOf(loads: readonly Load[]): Load {
  const [best] = loads.toSorted((a, b) => b.requestsPerSecond - a.requestsPerSecond);
  if (best === undefined) throw new Error('nothing was measured');
  return best;
}
