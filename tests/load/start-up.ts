/**
 * From `npm start`, with everything installed and the console built, to the first page: the page and the script that it names
 * have arrived. Once with an empty database and then with the one that this left behind; medians. Prints one JSON object.
 *
 *   node tests/load/start-up.ts [--runs=3]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
const root = join(import.meta.dirname, '../..');
const GIVE_UP_MS = 60_000;

const empty: number[] = [];
const warm: number[] = [];
for (let run = 0; run < Number(values.runs); run++) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'alo-start-up-'));
  try {
    empty.push(await timeToFirstPage(dataFolder));
    warm.push(await timeToFirstPage(dataFolder));
  } finally {
    await rm(dataFolder, { recursive: true });
  }
}
console.log(JSON.stringify({ runs: [toRow('empty database', empty), toRow('warm', warm)] }, null, 2));

async function timeToFirstPage(dataFolder: string): Promise<number> {
  const port = await freePort();
  const from = performance.now();
  const server = spawn('npm', ['start', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ALO_DATA_DIR: dataFolder, ALO_PORT: String(port), ALO_SIP_PORT: '0', ALO_SIP_WSS_PORT: '0' },
  });
  const ended = once(server, 'exit');
  try {
    await firstPage(`http://localhost:${port}/`, server, from + GIVE_UP_MS);
    return performance.now() - from;
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}

async function firstPage(url: string, server: ChildProcess, until: number): Promise<void> {
  while (performance.now() < until && server.exitCode === null) {
    const page = await textOf(url);
    const script = page === undefined ? undefined : /<script[^>]+src="([^"]+)"/.exec(page)?.[1];
    if (script !== undefined && (await textOf(new URL(script, url).href)) !== undefined) return;
    await sleep(10);
  }
  throw new Error(`No page came from ${url}.`);
}

/** The body of a good answer; undefined as long as nobody answers. */
async function textOf(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url);
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

function toRow(start: string, times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (index: number) => Math.round(sorted[index] ?? Number.NaN);
  return { start, medianMs: at(Math.floor(sorted.length / 2)), worstMs: at(sorted.length - 1), starts: sorted.length };
}
