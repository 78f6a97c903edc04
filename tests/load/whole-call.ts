/**
 * Whole recorded calls at a rising rate: a carrier's INVITE over UDP → the number's rule → a registered desk phone that rings and
 * answers at once → one RTP packet each way → BYE → the finished row and recording in the history. `setUpMs` is INVITE to 200 as the
 * caller sees it, `toRowMs` BYE to the row; CPU of every process of the product a call. Beside it the engine alone, its events and
 * commands decided by a dozen lines. Each call must leave exactly one row, and no recording may stay open. `knee` is the highest
 * rate at which no call failed and half of them were set up within 100 ms. Prints one JSON object.
 *
 *   node tests/load/whole-call.ts [--rates=10,25,50,75,100,150] [--seconds=8]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DeskPhones, type PlacedCall } from './desk-phones.ts';
import { round, spread } from './generator.ts';
import { type HistoryWatch, watchHistory } from './history-watch.ts';
import { type Installation, install } from './installation.ts';
import { childrenOf, cpuOfTree } from './process-tree.ts';

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '10,25,50,75,100,150' },
    seconds: { type: 'string', default: '8' },
    phones: { type: 'string', default: '250' },
  },
});
const TALK_MS = 100;
const SETTLE_MS = 15_000;
const rates = values.rates.split(',').map(Number);
const seconds = Number(values.seconds);

const installation = await install({ people: Number(values.phones) });
try {
  const { product, databaseUrl, passwordAt } = installation;
  const phones = await DeskPhones.open(Number(values.phones), product.sipPort, passwordAt);
  const watch = await watchHistory(databaseUrl);
  await load(phones, watch, 25, 4); // Warms up.
  const runs = [];
  for (const rate of rates) runs.push(await measured(installation, phones, rate));
  await watch.close();
  console.log(JSON.stringify({ talkMs: TALK_MS, runs }, null, 2));
} finally {
  await installation.close();
}
process.exit();

async function measured({ product, databaseUrl, postgresPid }: Installation, phones: DeskPhones, rate: number) {
  await phones.register();
  const watch = await watchHistory(databaseUrl);
  const [server = 0, engine = 0] = [await product.serverPid(), await product.enginePid()];
  const cpu = () => {
    const worker = childrenOf(server).reduce((sum, pid) => sum + cpuOfTree(pid), 0);
    return { server: cpuOfTree(server) - worker, engine: cpuOfTree(engine), postgres: cpuOfTree(postgresPid), worker };
  };
  const before = cpu();
  const run = await load(phones, watch, rate, seconds);
  const after = cpu();
  const each = (kind: keyof ReturnType<typeof cpu>) => round((after[kind] - before[kind]) / run.calls, 1);
  const history = await watch.count();
  await watch.close();
  return {
    ...run,
    cpuMsEach: { server: each('server'), engine: each('engine'), postgres: each('postgres'), worker: each('worker') },
    history,
  };
}

async function load(phones: DeskPhones, watch: HistoryWatch, rate: number, lasts: number) {
  const count = rate * lasts;
  const from = performance.now();
  const calls: Promise<{ call: PlacedCall; toRowMs: number | null }>[] = [];
  while (calls.length < count) {
    const due = Math.min(count, ((performance.now() - from) / 1000) * rate);
    while (calls.length < due) calls.push(whole(phones, watch, calls.length % phones.count));
    await sleep(1);
  }
  const ends = await Promise.all(calls);
  const times = ends.flatMap(({ call }) => (call.ok ? [call.setUpMs] : []));
  const why = Map.groupBy(
    ends.flatMap(({ call }) => (call.ok ? [] : [call.why])),
    (text) => text,
  );
  for (const [text, its] of why) console.error(`at ${rate}/s ${its.length}: ${text}`);
  return {
    callsPerSecond: rate,
    calls: count,
    failed: count - times.length,
    setUpMs: spread(times),
    toRowMs: spread(ends.flatMap(({ toRowMs }) => toRowMs ?? [])),
    withoutRow: ends.filter(({ call, toRowMs }) => call.ok && toRowMs === null).length,
  };
}

async function whole(phones: DeskPhones, watch: HistoryWatch, index: number) {
  const call = await phones.call(index, TALK_MS);
  if (!call.ok) return { call, toRowMs: null };
  const at = await Promise.race([watch.finished(call.id), sleep(SETTLE_MS, null)]);
  return { call, toRowMs: at === null ? null : at - call.byeAt };
}
