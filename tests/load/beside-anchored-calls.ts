/**
 * Calls that stand, both sides speaking and each recorded: the whole product and Asterisk with MixMonitor in turns, three rounds. Plain RTP,
 * A-law, a packet every 20 ms from each side; one process plays both ends. All processes of the server on one core, the generator on the
 * other. `delay` is one-way in ms, `lost` packets of all rounds, `cpu` what all processes of the server used in percent of a core, those that ours consists of beside it; `ratio`
 * ours to Asterisk's, of the medians. `others` is the most that was stolen or used by other programs, in percent (above 5 % a run was made again,
 * at most twice). What the figures leave out: our recording has a channel for each side, MixMonitor's both in one. Prints one JSON object.
 *
 *   node tests/load/beside-anchored-calls.ts [--calls=100,200] [--seconds=8] [--rounds=3]
 */
import { parseArgs } from 'node:util';
import { openAsterisk } from './asterisk-switch.ts';
import { audioOf, type Caller, rtpCaller } from './callers.ts';
import { DeskPhones, type StandingCall } from './desk-phones.ts';
import { percentile, round } from './generator.ts';
import { openProduct } from './product-switch.ts';
import { measureSpeech } from './relay.ts';
import { type CpuTimes, goBeforeOthers, type HistoryCount, type Switch, separateCores } from './switch.ts';
import { cpuOfEach, cpuRange, rangeOf, sum, takeTurns, type Undisturbed, undisturbed } from './turns.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100,200' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
  },
});
const WARM_UP_SECONDS = 4;
const counts = values.calls.split(',').map(Number);
const people = Math.max(...counts);

interface Run {
  readonly server: Switch['name'];
  readonly calls: number;
  /** Of a core. */
  readonly cpuPercent: CpuTimes;
  readonly generatorCpuPercent: number;
  readonly sent: number;
  readonly lost: number;
  readonly delayMs: { readonly p50: number; readonly p99: number; readonly p999: number };
}

const runs: Undisturbed<Run>[] = [];
const histories: ({ server: Switch['name']; round: number; placed: number } & HistoryCount)[] = [];
await takeTurns([openProduct, openAsterisk], Number(values.rounds), { people, work });

const lines = counts.flatMap((calls) => (['product', 'asterisk'] as const).map((server) => lineOf(server, calls)));
const ratio = Object.fromEntries(
  counts.map((calls) => {
    const [ours, theirs] = [lineOf('product', calls), lineOf('asterisk', calls)];
    const of = (figure: 'delayP50' | 'delayP99' | 'delayP999' | 'cpu') =>
      round(ours[figure].median / theirs[figure].median, 2);
    return [
      `${calls} calls`,
      { delayP50: of('delayP50'), delayP99: of('delayP99'), delayP999: of('delayP999'), cpu: of('cpu') },
    ];
  }),
);
const curves = {
  x: 'calls',
  y: {
    'delayP99 median': 'delay p99, ms',
    'delayP999 median': 'delay p99.9, ms',
    'cpu median': 'CPU, % of a core',
  },
};
console.log(JSON.stringify({ ratio, curves, runs: lines, histories }, null, 2));
const isWhole = ({ placed, calls, recordings }: (typeof histories)[number]) =>
  calls === placed && recordings === placed;
process.exit(histories.every(isWhole) ? 0 : 1);

async function work(it: Switch, turn: number): Promise<void> {
  const callers: Caller[] = [];
  const newAudio = async () => {
    const caller = await rtpCaller();
    callers.push(caller);
    return audioOf(caller);
  };
  goBeforeOthers();
  const phones = await DeskPhones.open(people, it.sipPort, (index) => it.passwordAt(index), newAudio);
  const standing: StandingCall[] = [];
  for (const calls of counts.toSorted((a, b) => a - b)) {
    while (standing.length < calls) standing.push(await phones.begin(standing.length));
    separateCores(it); // What was started meanwhile, too.
    await measure(it, callers, WARM_UP_SECONDS);
    runs.push(await undisturbed(it, () => measure(it, callers, Number(values.seconds))));
  }
  await Promise.all(standing.map(({ customer }) => customer.hangUp()));
  histories.push({ server: it.name, round: turn, placed: people, ...(await it.kept(people)) });
  phones.close();
}

async function measure(it: Switch, callers: readonly Caller[], seconds: number): Promise<Run> {
  const seen: CpuTimes[] = [];
  const { lastedMs, generatorCpuPercent } = await measureSpeech(callers, seconds, async () => {
    const used = await it.cpu();
    seen.push(used);
    return used.all * 1_000;
  });
  const [before, after] = seen;
  if (before === undefined || after === undefined) throw new Error('nothing was measured');
  const delays = callers.flatMap((caller) => caller.delays).sort((a, b) => a - b);
  const sent = sum(callers.map((caller) => caller.sent));
  return {
    server: it.name,
    calls: callers.length / 2,
    generatorCpuPercent,
    sent,
    lost: sent - delays.length,
    cpuPercent: cpuOfEach(before, after, lastedMs / 100),
    delayMs: { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), p999: percentile(delays, 0.999) },
  };
}

/** All rounds with so many calls. */
function lineOf(server: Switch['name'], calls: number) {
  const its = runs.filter((run) => run.server === server && run.calls === calls);
  return {
    server,
    calls,
    delayP50: rangeOf(its.map(({ delayMs }) => delayMs.p50)),
    delayP99: rangeOf(its.map(({ delayMs }) => delayMs.p99)),
    delayP999: rangeOf(its.map(({ delayMs }) => delayMs.p999)),
    ...cpuRange(its.map(({ cpuPercent }) => cpuPercent)),
    generatorCpu: rangeOf(its.map(({ generatorCpuPercent }) => generatorCpuPercent)),
    sent: sum(its.map(({ sent }) => sent)),
    lost: sum(its.map(({ lost }) => lost)),
    others: Math.max(...its.map(({ othersPercent }) => othersPercent)),
  };
}
