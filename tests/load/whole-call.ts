/**
 * Whole recorded calls at a rising rate: a carrier's INVITE over UDP → the number's rule → a registered desk phone that rings and
 * answers at once → one RTP packet each way → BYE → the finished row and recording in the history. `setUpMs` is INVITE to 200 as the
 * caller sees it, `toRowMs` BYE to the row, `cpuMsEach` what each process of the product used for a call. Beside it the engine alone,
 * without recording, with a dozen lines in place of call control; `ratio` is the whole to that, at the same rate. `knee` is the
 * highest rate of which no call failed. `refused` calls were turned away at once because the server was behind. The last line is the
 * lowest rate again, 5 s after the highest. Every call must leave exactly one row, and no recording may stay open. The generator has
 * the same cores. Prints one JSON object.
 *
 *   node tests/load/whole-call.ts [--rates=10,25,50,75,100,150] [--seconds=8] [--phones=250]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { beginEvenly, outcome } from './call-load.ts';
import { DeskPhones } from './desk-phones.ts';
import { round, SipServer, spread } from './generator.ts';
import { type HistoryWatch, watchHistory } from './history-watch.ts';
import { type Installation, install } from './installation.ts';
import { cpuOfItself, cpuOfTree } from './process-tree.ts';
import { password } from './sip-tenant.ts';

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '10,25,50,75,100,150' },
    seconds: { type: 'string', default: '8' },
    phones: { type: 'string', default: '250' },
  },
});
const TALK_MS = 100;
const SETTLE_MS = 30_000;
const AGAIN_MS = 5_000;
const rates = values.rates.split(',').map(Number);
const seconds = Number(values.seconds);
const phoneCount = Number(values.phones);
const middle = rates[Math.floor(rates.length / 2) - 1] ?? 25;

const alone = await engineAlone(middle);
const whole = await wholeProduct();
const beside = whole.find(({ callsPerSecond }) => callsPerSecond === middle);
const runs = [...whole, { server: 'engine alone', ...alone }];
const ratio = beside && {
  setUpP50: round(beside.setUpMs.p50 / alone.setUpMs.p50, 1),
  setUpP99: round(beside.setUpMs.p99 / alone.setUpMs.p99, 1),
  cpu: round(beside.cpuMsEach.all / alone.cpuMsEach.all, 1),
};
const knee = Math.max(0, ...whole.filter(({ failed }) => failed === 0).map(({ callsPerSecond }) => callsPerSecond));
const curves = {
  x: 'callsPerSecond',
  y: { 'setUpMs p50': 'set-up p50, ms', 'setUpMs p99': 'set-up p99, ms', 'cpuMsEach all': 'CPU of a call, ms' },
};
console.log(JSON.stringify({ ratio, knee, talkMs: TALK_MS, curves, runs }, null, 2));
const complete = whole.every(({ calls, rows, openRows, openRecordings, withoutRow }) => {
  return rows === calls && openRows + openRecordings + withoutRow === 0;
});
process.exit(complete ? 0 : 1);

async function wholeProduct() {
  const installation = await install({ people: phoneCount });
  try {
    const { product, passwordAt } = installation;
    const phones = await DeskPhones.open(phoneCount, product.sipPort, passwordAt);
    await measured(installation, phones, 25, 4); // Warms up.
    const rising = [];
    for (const rate of rates)
      rising.push({ server: 'product', ...(await measured(installation, phones, rate, seconds)) });
    await sleep(AGAIN_MS);
    const again = await measured(installation, phones, Math.min(...rates), seconds);
    return [...rising, { server: 'product, again', ...again }];
  } finally {
    await installation.close();
  }
}

async function engineAlone(rate: number) {
  const engine = await SipServer.start({ kind: 'engine', lines: phoneCount });
  const phones = await DeskPhones.open(phoneCount, engine.ready.sipPort, () => password);
  await beginEvenly(rate, 2, (nth) => phones.call(nth % phoneCount, TALK_MS)); // Warms up.
  const cpuBefore = engine.cpuMs;
  const calls = await beginEvenly(rate, seconds, (nth) => phones.call(nth % phoneCount, TALK_MS));
  const all = round((engine.cpuMs - cpuBefore) / calls.length, 1);
  await engine.stop();
  return { callsPerSecond: rate, calls: calls.length, ...outcome(calls), cpuMsEach: { engine: all, all } };
}

async function measured(installation: Installation, phones: DeskPhones, rate: number, lasts: number) {
  const { product, databaseUrl, postgresPid } = installation;
  const watch = await watchHistory(databaseUrl);
  const [server = 0, engine = 0] = [await product.serverPid(), await product.enginePid()];
  const cpu = () => {
    const own = cpuOfItself(server);
    return [own, cpuOfTree(engine), cpuOfTree(postgresPid), cpuOfTree(server) - own] as const;
  };
  const before = cpu();
  const ends = await beginEvenly(rate, lasts, (nth) => wholeCall(phones, watch, nth % phoneCount));
  const after = cpu();
  const used = after.map((ms, index) => (ms - (before[index] ?? 0)) / ends.length);
  const [serverMs = 0, engineMs = 0, postgresMs = 0, workerMs = 0] = used.map((ms) => round(ms, 1));
  if ((await product.serverPid()) !== server) console.error(`The server died:\n${product.output().slice(-8_000)}`);
  const { rows, open, refused, openRecordings } = await watch.complete(ends.length, SETTLE_MS);
  await watch.close();
  return {
    callsPerSecond: rate,
    calls: ends.length,
    ...outcome(ends.map(({ call }) => call)),
    refused,
    toRowMs: spread(ends.flatMap(({ toRowMs }) => toRowMs ?? [])),
    cpuMsEach: {
      server: serverMs,
      engine: engineMs,
      postgres: postgresMs,
      worker: workerMs,
      all: round(
        used.reduce((sum, ms) => sum + ms, 0),
        1,
      ),
    },
    rows,
    openRows: open,
    openRecordings,
    withoutRow: ends.filter(({ call, toRowMs }) => call.ok && toRowMs === null).length,
  };
}

async function wholeCall(phones: DeskPhones, watch: HistoryWatch, index: number) {
  const call = await phones.call(index, TALK_MS);
  if (!call.ok) return { call, toRowMs: null };
  const at = await Promise.race([watch.finished(call.id), sleep(SETTLE_MS, null)]);
  return { call, toRowMs: at === null ? null : at - call.byeAt };
}
