/**
 * Whole recorded calls through the whole product and through Asterisk (Dial, MixMonitor, a line of CSV for each call). Three rounds, in
 * each of which both are started anew, stand side by side and have each rate one after the other, so that what is compared is seconds apart: a carrier's INVITE over UDP → a registered desk phone that rings and answers at once → one RTP packet each way →
 * BYE. Same generator; all processes of the server on one core, the generator on the other, each rate for six seconds, and for 200 calls
 * at least, after 6,000 calls that do not count there, as V8 makes code quick by and by while it is used: `warmingUp` has these, thousand
 * by thousand, the first at 50 a second and the others at 100 (`overload` has the first seconds after a start). `setUp` is INVITE to 200 in
 * ms as the caller sees it; `cpu` the CPU time in ms that all processes of the server used for a call, those that ours consists of beside it;
 * `ratio` ours to Asterisk's, of the medians; `knee` the highest of these rates at which no call failed in any round; `others` the most that
 * was stolen or used by other programs, in percent (above 5 % a run was made again, at most twice). What the figures leave
 * out: our history is a row for each call and each of its legs, with whom and why, committed to PostgreSQL and announced to whoever looks,
 * Asterisk's a line that it adds to a file; ours looks rules up that can be changed while it runs, Asterisk's dialplan is two lines;
 * our recording has a channel for each side, MixMonitor's both in one; and Asterisk had no more modules loaded than this needs. Prints one JSON object.
 *
 *   node tests/load/beside-whole-call.ts [--rates=10,25,50,75,100,150,200] [--seconds=6] [--phones=250] [--rounds=3]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openAsterisk } from './asterisk-switch.ts';
import { beginEvenly, outcome } from './call-load.ts';
import { DeskPhones, type PlacedCall } from './desk-phones.ts';
import { round } from './generator.ts';
import { openProduct } from './product-switch.ts';
import { type CpuTimes, type HistoryCount, type Switch, separateCores } from './switch.ts';
import { cpuOfEach, cpuRange, rangeOf, standTogether, sum, type Undisturbed, undisturbed } from './turns.ts';

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '10,25,50,75,100,150,200' },
    seconds: { type: 'string', default: '6' },
    phones: { type: 'string', default: '250' },
    rounds: { type: 'string', default: '3' },
  },
});
const TALK_MS = 100;
/** Of 60 calls the slowest would be p99. */
const FEWEST_CALLS = 200;
/** Calls a second of each thousand that comes before what counts. */
const WARM_UP = [50, 100, 100, 100, 100, 100];
/** A call is kept a little after its end; that costs CPU time as well. */
const KEEP_MS = 1_000;
const rates = values.rates.split(',').map(Number);
const seconds = Number(values.seconds);
const people = Number(values.phones);

interface Run {
  readonly server: Switch['name'];
  readonly callsPerSecond: number;
  readonly calls: number;
  readonly failed: number;
  readonly setUpMs: { readonly p50: number; readonly p99: number };
  /** Of one call. */
  readonly cpuMs: CpuTimes;
}

const runs: Undisturbed<Run>[] = [];
const warming: (Run & { readonly thousand: number })[] = [];
const histories: ({ server: Switch['name']; round: number; placed: number } & HistoryCount)[] = [];
await standTogether<Switch>([openProduct, openAsterisk], Number(values.rounds), { people, work });

const servers = ['product', 'asterisk'] as const;
const lines = rates.flatMap((rate) => servers.map((server) => lineOf(server, rate)));
const warmingUp = WARM_UP.flatMap((_, nth) => servers.map((server) => warmingLineOf(server, nth + 1)));
const ratio = Object.fromEntries(
  rates.map((rate) => {
    const [ours, theirs] = [lineOf('product', rate), lineOf('asterisk', rate)];
    const of = (figure: 'setUpP50' | 'setUpP99' | 'cpu') => round(ours[figure].median / theirs[figure].median, 2);
    return [`${rate}/s`, { setUpP50: of('setUpP50'), setUpP99: of('setUpP99'), cpu: of('cpu') }];
  }),
);
const kneeOf = (server: Switch['name']) =>
  Math.max(
    0,
    ...lines.filter((line) => line.server === server && line.failed === 0).map((line) => line.callsPerSecond),
  );
const knee = { product: kneeOf('product'), asterisk: kneeOf('asterisk') };
const curves = {
  x: 'callsPerSecond',
  y: {
    'setUpP50 median': 'set-up p50, ms',
    'setUpP99 median': 'set-up p99, ms',
    'cpu median': 'CPU of a call, ms',
  },
};
console.log(JSON.stringify({ ratio, knee, talkMs: TALK_MS, curves, runs: lines, warmingUp, histories }, null, 2));
process.exit(histories.every(({ placed, calls }) => calls === placed) ? 0 : 1);

async function work(all: readonly Switch[], turn: number): Promise<void> {
  const sides = await Promise.all(all.map(sideOf));
  for (const [nth, rate] of WARM_UP.entries()) {
    for (const { it, call } of sides) {
      separateCores(it); // What was started meanwhile, too.
      warming.push({ thousand: nth + 1, ...(await measure(it, rate, 1_000 / rate, call)) });
    }
  }
  for (const { it } of sides) separateCores(it);
  for (const rate of rates) {
    for (const { it, call } of sides) {
      const forSeconds = Math.max(seconds, FEWEST_CALLS / rate);
      runs.push(await undisturbed(all, () => measure(it, rate, forSeconds, call)));
    }
  }
  for (const { it, phones, placed } of sides) {
    histories.push({ server: it.name, round: turn, placed: placed(), ...(await it.kept(placed())) });
    phones.close();
  }
}

/** A switch with its phones, and how many calls they have placed. */
async function sideOf(it: Switch) {
  const phones = await DeskPhones.open(people, it.sipPort, (index) => it.passwordAt(index));
  let placed = 0;
  const call = (nth: number) => {
    placed += 1;
    return phones.call(nth % people, TALK_MS);
  };
  return { it, phones, call, placed: () => placed };
}

async function measure(
  it: Switch,
  rate: number,
  forSeconds: number,
  call: (nth: number) => Promise<PlacedCall>,
): Promise<Run> {
  const before = await it.cpu();
  const calls = await beginEvenly(rate, forSeconds, call);
  await sleep(KEEP_MS);
  const after = await it.cpu();
  const cpuMs = cpuOfEach(before, after, calls.length);
  return { server: it.name, callsPerSecond: rate, calls: calls.length, ...outcome(calls), cpuMs };
}

/** All rounds at one rate. */
function lineOf(server: Switch['name'], rate: number) {
  const its = runs.filter((run) => run.server === server && run.callsPerSecond === rate);
  return {
    server,
    callsPerSecond: rate,
    ...rangesOf(its),
    others: Math.max(...its.map(({ othersPercent }) => othersPercent)),
  };
}

/** All rounds' first thousand calls, second thousand, and so on. */
function warmingLineOf(server: Switch['name'], thousand: number) {
  return { server, thousand, ...rangesOf(warming.filter((run) => run.server === server && run.thousand === thousand)) };
}

function rangesOf(its: readonly Run[]) {
  return {
    calls: sum(its.map(({ calls }) => calls)),
    failed: sum(its.map(({ failed }) => failed)),
    setUpP50: rangeOf(its.map(({ setUpMs }) => setUpMs.p50)),
    setUpP99: rangeOf(its.map(({ setUpMs }) => setUpMs.p99)),
    ...cpuRange(its.map(({ cpuMs }) => cpuMs)),
  };
}
