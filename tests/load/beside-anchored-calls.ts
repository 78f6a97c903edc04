/**
 * Calls that stand, both sides speaking and each recorded: the whole product and Asterisk with MixMonitor in turns, three rounds. Plain RTP,
 * A-law, a packet every 20 ms from each side; one process plays both ends. All processes of the server on one core, the generator on the
 * other. `delay` is one-way in ms, `lost` packets of all rounds, `cpu` what all processes of the server used in percent of a core, those that ours consists of beside it; `ratio`
 * ours to Asterisk's, of the medians. `others` is the most that was stolen or used by other programs, in percent (above 5 % a run was made again,
 * at most twice). What the figures leave out: our recording has a channel for each side, MixMonitor's both in one. Prints one JSON object.
 *
 *   node tests/load/beside-anchored-calls.ts [--calls=100] [--seconds=8] [--rounds=3]
 */
import { parseArgs } from 'node:util';
import { openAsterisk } from './asterisk-switch.ts';
import { audioOf, type Caller, rtpCaller } from './callers.ts';
import { DeskPhones } from './desk-phones.ts';
import { percentile, round } from './generator.ts';
import { openProduct } from './product-switch.ts';
import { measureSpeech } from './relay.ts';
import { type CpuTimes, type Kept, type Switch, separateCores } from './switch.ts';
import { cpuOfEach, cpuRange, rangeOf, type Seen, sum, takeTurns, undisturbed } from './turns.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
  },
});
const WARM_UP_SECONDS = 4;
const people = Number(values.calls);
const servers = ['product', 'asterisk'] as const;

interface Run {
  readonly server: Switch['name'];
  /** Of a core. */
  readonly cpuPercent: CpuTimes;
  readonly generatorCpuPercent: number;
  readonly sent: number;
  readonly lost: number;
  readonly delayMs: { readonly p50: number; readonly p99: number; readonly p999: number };
}

const runs: Seen<Run>[] = [];
const histories: ({ server: Switch['name']; round: number } & Kept)[] = [];
await takeTurns([openProduct, openAsterisk], Number(values.rounds), { people, work });

const lines = servers.map(lineOf);
const figures = ['delayP50', 'delayP99', 'delayP999', 'cpu'] as const;
const [ours, theirs] = [lineOf('product'), lineOf('asterisk')];
const ratio = Object.fromEntries(
  figures.map((figure) => [figure, round(ours[figure].median / theirs[figure].median, 2)]),
);
console.log(JSON.stringify({ ratio, calls: people, runs: lines, histories }, null, 2));
process.exit(histories.every(({ calls, recordings }) => calls === people && recordings === people) ? 0 : 1);

async function work(it: Switch, turn: number): Promise<void> {
  const callers: Caller[] = [];
  const newAudio = async () => {
    const caller = await rtpCaller();
    callers.push(caller);
    return audioOf(caller);
  };
  const phones = await DeskPhones.open(people, it.sipPort, (index) => it.passwordAt(index), newAudio);
  const standing = [];
  for (let index = 0; index < people; index++) standing.push(await phones.begin(index));
  separateCores(it); // What was started meanwhile, too.
  await measure(it, callers, WARM_UP_SECONDS);
  runs.push(await undisturbed(it, () => measure(it, callers, Number(values.seconds))));
  await Promise.all(standing.map(({ customer }) => customer.hangUp()));
  histories.push({ server: it.name, round: turn, ...(await it.kept(people)) });
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
    ...{ server: it.name, generatorCpuPercent, sent, lost: sent - delays.length },
    cpuPercent: cpuOfEach(before, after, lastedMs / 100),
    delayMs: { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), p999: percentile(delays, 0.999) },
  };
}

function lineOf(server: Switch['name']) {
  const its = runs.filter((run) => run.server === server);
  return {
    server,
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
