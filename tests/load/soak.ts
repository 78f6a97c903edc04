/**
 * A working day in small: calls from the carrier come and go, others stand, are recorded and carry audio both ways, consoles hang on
 * the live socket and people read lists, all at once and for as long as is asked for. A line a minute, told as it comes: what all
 * processes hold of the memory (and each for itself: `own`) and how many files and sockets they have open, the server's timers, how late
 * audio was, how long requests took. `slope` is by how many megabytes, files and timers that grows in ten minutes behind the first third,
 * in which programs warm up. All processes' megabytes grow by PostgreSQL's buffers, too, until these are full (256 MB); what a process
 * never gave back would show in its own. Nothing may fail, and every call must have its row.
 * The history has so many calls `before` these that its pages cost what they do after an hour. The generator has the same cores, and is late itself: `serverLoopMs` and `generatorLoopMs` say how late the event
 * loop of either was in a minute.
 * Prints one JSON object.
 *
 *   node tests/load/soak.ts [--minutes=6 (an hour says more)] [--rate=10] [--standing=100] [--sockets=500] [--requests=50] [--before=30000]
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { historiesCall, liveTicket } from '@alo/contract';
import { z } from 'zod';

import { askApi, reading } from './ask-api.ts';
import { outcome } from './call-load.ts';
import type { PlacedCall } from './desk-phones.ts';
import { percentile, round, spread } from './generator.ts';
import { held } from './held.ts';
import { watchHistory } from './history-watch.ts';
import { type Installation, withInstallation } from './installation.ts';
import { type Sql, tell } from './product.ts';
import { measureSpeech, speak } from './relay.ts';
import { openStandingPhones } from './standing-phones.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '6' },
    rate: { type: 'string', default: '10' },
    standing: { type: 'string', default: '100' },
    sockets: { type: 'string', default: '500' },
    requests: { type: 'string', default: '50' },
    before: { type: 'string', default: '30000' },
  },
});
const [minutes, rate, standingCount] = [Number(values.minutes), Number(values.rate), Number(values.standing)];
const [socketCount, requestsPerSecond] = [Number(values.sockets), Number(values.requests)];
const PHONES = 100;
const TALK_MS = 2_000;
const SETTLE_MS = 30_000;
/** Of a minute; in the rest of it nobody falls silent, and what is around it is looked at. */
const SPEECH_SECONDS = 55;

/** Opens the server's `/metrics`. */
const metricsToken = randomUUID();
const people = Math.max(standingCount + PHONES, socketCount);
const { complete, ...measured } = await withInstallation(
  { people, settings: { ALO_METRICS_TOKEN: metricsToken }, fill: fillHistory },
  soaked,
);
console.log(JSON.stringify(measured, null, 2));
process.exit(complete ? 0 : 1);

async function soaked(installation: Installation) {
  const { product, databaseUrl, tokenAt } = installation;
  const watch = await watchHistory(databaseUrl);
  const { phones, callers, stand } = await openStandingPhones(standingCount + PHONES, installation);
  const standing = await stand(0, standingCount);
  const sockets = await openSockets(product.address, (index) => tokenAt(index));

  const over = new AbortController();
  const placed: Promise<PlacedCall>[] = [];
  let waits: number[] = [];
  let failedRequests = 0;
  const reads: Promise<void>[] = [];
  const read = async (nth: number) => {
    const from = performance.now();
    const asked = { token: tokenAt(nth % PHONES), query: '?page=1&per_page=20' };
    const isAnswered = await askApi(product.address, historiesCall, asked)
      .then(async (answer) => (await answer.arrayBuffer()).byteLength > 0 && answer.ok)
      .catch(() => false);
    if (!isAnswered) failedRequests += 1;
    waits.push(performance.now() - from);
  };
  let failedInMinute = 0;
  const call = async (nth: number): Promise<PlacedCall> => {
    const end = await phones.call(standingCount + (nth % PHONES), TALK_MS);
    if (!end.ok) failedInMinute += 1;
    return end;
  };
  const busy = [
    evenly(over.signal, rate, (nth) => void placed.push(call(nth))),
    evenly(over.signal, requestsPerSecond, (nth) => void reads.push(read(nth))),
  ];

  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const runs = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const from = performance.now();
    waits = [];
    await measureSpeech(callers, SPEECH_SECONDS, async () => 0);
    // Hundreds of thousands of numbers: as such they are sorted at once, and nothing waits meanwhile.
    const delays = Float64Array.from(callers.flatMap((caller) => caller.delays)).sort();
    const sent = callers.reduce((sum, caller) => sum + caller.sent, 0);
    const spokenOn = speak(callers, Math.max(0, 60_000 - (performance.now() - from)));
    const run = {
      minute,
      failedCalls: failedInMinute,
      ...(await held(installation)),
      ...(await figuresOf(installation)),
      generatorLoopMs: { p99: round(loop.percentile(99) / 1e6, 1), most: round(loop.max / 1e6, 1) },
      audioMs: { p50: percentile(delays, 0.5), p999: percentile(delays, 0.999), lost: sent - delays.length },
      requestMs: spread(waits),
    };
    loop.reset();
    failedInMinute = 0;
    runs.push(run);
    tell(JSON.stringify(run));
    await Promise.all(reads.splice(0));
    await spokenOn;
  }
  over.abort();
  await Promise.all(busy);
  await Promise.all(reads);
  const ends = await Promise.all(placed);
  await Promise.all(standing.map(({ customer }) => customer.hangUp()));
  const calls = ends.length + standing.length;
  const { failed: failedCalls } = outcome(ends);
  const { rows, open, openRecordings } = await watch.complete(calls, SETTLE_MS);
  const lostSockets = sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length;
  for (const socket of sockets) socket.close();
  await watch.close();
  phones.close();
  const settled = runs.slice(Math.floor(runs.length / 3));
  return {
    slope: {
      megabytes: slopeOf(settled.map(({ megabytes }) => megabytes)),
      files: slopeOf(settled.map(({ files }) => files)),
      timers: slopeOf(settled.map(({ timers }) => timers)),
      own: Object.fromEntries(
        Object.keys(settled[0]?.own ?? {}).map((name) => [name, slopeOf(settled.map(({ own }) => own[name] ?? 0))]),
      ),
    },
    minutes,
    calls,
    failedCalls,
    rows,
    open,
    openRecordings,
    failedRequests,
    lostSockets,
    complete: rows === calls && failedCalls + open + openRecordings + failedRequests + lostSockets === 0,
    runs,
  };
}

/** Calls of the last days, as they are written one by one: with nobody who has tidied up behind them. */
async function fillHistory(sql: Sql, tenant: string): Promise<void> {
  await sql(`select create_call_month((now() - make_interval(days => n))::date) from generate_series(0, 60, 10) as n`);
  await sql(`insert into call (tenant_id, id, started_at, revision, direction, status, stage, ended_at, dialled, service_number,
      outside_number, to_extension, agent_extension, wait_ms, talk_ms)
    select '${tenant}', gen_random_uuid(), now() - n * interval '10 s', 1, 'inbound', 'answered', 'ended', now(), '02871000101',
      '+842871000101', '+849' || lpad((n % 10000)::text, 8, '0'), (100 + n % 50)::text, (100 + n % 50)::text, 5000, 40000
    from generate_series(1, ${Number(values.before)}) as n`);
}

/** What it grows by in ten minutes of which each has one value, by the least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const over = values.reduce((sum, value, at) => sum + (at - middle) * value, 0);
  return round((10 * over) / values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0), 2);
}

/** How many timers the server waits for, and how late its event loop was since it was asked last, as its own figures say. */
async function figuresOf({ product }: Installation) {
  const answer = await reading(`${product.address}/metrics`, { authorization: `Bearer ${metricsToken}` });
  const text = await answer.text();
  const figure = (name: string): number => {
    const value = text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1];
    if (value === undefined) throw new Error(`The server does not say ${name}: ${answer.status}`);
    return Number(value);
  };
  const ms = (name: string) => round(figure(name) * 1_000, 1);
  return {
    timers: figure('nodejs_active_resources{type="Timeout"}'),
    serverLoopMs: { p99: ms('nodejs_eventloop_lag_p99_seconds'), most: ms('nodejs_eventloop_lag_max_seconds') },
  };
}

/** Begins so many a second until it is over. */
async function evenly(over: AbortSignal, perSecond: number, begin: (nth: number) => void): Promise<void> {
  const from = performance.now();
  for (let begun = 0; !over.aborted; await sleep(5)) {
    for (const due = ((performance.now() - from) / 1_000) * perSecond; begun < due; begun += 1) begin(begun);
  }
}

/** As the console has it: by a ticket, for everything that one may listen to. */
async function openSockets(address: string, tokenAt: (index: number) => string): Promise<readonly WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let index = 0; index < socketCount; index += 1) {
    const answer = await askApi(address, liveTicket, { token: tokenAt(index) });
    const { ticket } = z.object({ ticket: z.string() }).parse(await answer.json());
    const socket = new WebSocket(`${address.replace('http', 'ws')}/live?ticket=${ticket}`);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'subscribe', topics: ['calls', 'presence', 'me', 'resources'] }));
    sockets.push(socket);
  }
  return sockets;
}
