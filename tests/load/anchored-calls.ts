/**
 * How many two-party calls one engine process carries: loss and one-way delay of every packet, CPU of the process that
 * relays. Three runs beside each other on the same machine: a bare UDP relay as the measure of what is possible, plain
 * RTP, and DTLS-SRTP on both sides. Prints one JSON object.
 *
 *   node tests/load/anchored-calls.ts [--calls=100] [--seconds=5] [--kinds=bare,rtp,dtls]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Caller, dtlsCaller, rtpCaller } from './callers.ts';
import type { Answer, Kind, Request } from './relay-process.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '5' },
    kinds: { type: 'string', default: 'bare,rtp,dtls' },
  },
});
const KINDS: readonly Kind[] = ['bare', 'rtp', 'dtls'];
/** The first packets find cold code; they are sent but not counted. */
const WARM_UP_MS = 500;
const DRAIN_MS = 300;
const FRAME_MS = 20;

const runs = [];
for (const kind of KINDS) {
  if (values.kinds.split(',').includes(kind)) runs.push(await run(kind, Number(values.calls), Number(values.seconds)));
}
const [cpu] = cpus();
console.log(JSON.stringify({ cpu: cpu?.model, cores: cpus().length, node: process.version, runs }, null, 2));
process.exit();

async function run(kind: Kind, calls: number, seconds: number) {
  const relay = fork(join(import.meta.dirname, 'relay-process.ts'), { stdio: 'inherit' });
  await once(relay, 'message');
  const callers: Caller[] = [];
  const setUpFrom = performance.now();
  for (let i = 0; i < calls; i++) callers.push(...(await call(kind, relay)));
  await Promise.all(callers.map((caller) => caller.open));
  const setUpMs = performance.now() - setUpFrom;

  await speak(callers, WARM_UP_MS);
  await sleep(DRAIN_MS);
  for (const caller of callers) caller.startCounting();
  const usedBefore = await ask(relay, { type: 'cpu' });
  const ownBefore = process.cpuUsage();
  const from = performance.now();
  await speak(callers, seconds * 1000);
  const lasted = performance.now() - from;
  const used = await ask(relay, { type: 'cpu' });
  const own = process.cpuUsage(ownBefore);
  await sleep(DRAIN_MS);

  const delays = callers.flatMap((caller) => caller.delays).sort((a, b) => a - b);
  const sent = callers.reduce((sum, caller) => sum + caller.sent, 0);
  for (const caller of callers) caller.close();
  relay.kill();
  const percent = (micros: number) => round(micros / 10 / lasted);
  return {
    kind,
    calls,
    seconds: round(lasted / 1000),
    setUpMs: round(setUpMs / (calls * 2)),
    cpuPercent: percent(cpuOf(used) - cpuOf(usedBefore)),
    generatorCpuPercent: percent(own.user + own.system),
    packetsSent: sent,
    packetsLost: sent - delays.length,
    delayMs: { p50: at(delays, 0.5), p99: at(delays, 0.99), p999: at(delays, 0.999) },
  };
}

/** Two callers whose audio the relay process carries to each other. */
async function call(kind: Kind, relay: ChildProcess): Promise<[Caller, Caller]> {
  const pair: [Caller, Caller] =
    kind === 'dtls' ? [await dtlsCaller(), await dtlsCaller()] : [await rtpCaller(), await rtpCaller()];
  const answer = await ask(relay, { type: 'call', kind, offers: [pair[0].offer, pair[1].offer] });
  if (answer.type !== 'answered') throw new Error(`unexpected ${answer.type}`);
  pair.forEach((caller, side) => caller.accept(answer.answers[side] ?? ''));
  return pair;
}

/** Each caller sends a packet every 20 ms, evenly spread over time, by the wall clock. */
async function speak(callers: readonly Caller[], ms: number): Promise<void> {
  const from = performance.now();
  const turns = Math.floor((ms / FRAME_MS) * callers.length);
  for (let turn = 0; turn < turns; ) {
    const due = Math.min(turns, Math.floor(((performance.now() - from) / FRAME_MS) * callers.length));
    for (; turn < due; turn++) callers[turn % callers.length]?.send();
    await sleep(1);
  }
}

async function ask(relay: ChildProcess, request: Request): Promise<Answer> {
  relay.send(request);
  // Our own process, with the types of one file on both sides.
  const [answer] = (await once(relay, 'message')) as [Answer];
  return answer;
}

function cpuOf(answer: Answer): number {
  return answer.type === 'cpu' ? answer.micros : Number.NaN;
}

function at(sorted: readonly number[], share: number): number {
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
