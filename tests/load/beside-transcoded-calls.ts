/**
 * Calls that stand between a carrier that speaks A-law and a phone that speaks G.722, made of each other both ways, and each recorded: the
 * whole product and Asterisk with MixMonitor in turns, three rounds. All processes of the server on one core, the generator on the
 * other. `cpu` is what all processes of the server used in percent of a core, those that ours consists of beside it; `ratio`
 * ours to Asterisk's, of the medians. Everybody must get 50 packets a second. `others` is the most that was stolen or used by other programs, in
 * percent (above 5 % a run was made again, at most twice). Prints one JSON object.
 *
 *   node tests/load/beside-transcoded-calls.ts [--calls=50] [--seconds=8] [--rounds=3]
 */
import { parseArgs } from 'node:util';
import { openAsterisk } from './asterisk-switch.ts';
import { audioOf, type Caller, rtpCaller } from './callers.ts';
import { DeskPhones, type StandingCall } from './desk-phones.ts';
import { round } from './generator.ts';
import { openProduct } from './product-switch.ts';
import { measureSpeech } from './relay.ts';
import { carrier } from './sip-tenant.ts';
import { type CpuTimes, goBeforeOthers, type Switch, separateCores } from './switch.ts';
import { cpuOfEach, cpuRange, rangeOf, takeTurns, type Undisturbed, undisturbed } from './turns.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
  },
});
const WARM_UP_SECONDS = 4;
const people = Number(values.calls);

interface Run {
  readonly server: Switch['name'];
  /** Of a core. */
  readonly cpuPercent: CpuTimes;
  readonly fewestPacketsPerSecond: number;
}

const runs: Undisturbed<Run>[] = [];
await takeTurns([openProduct, openAsterisk], Number(values.rounds), { people, work });

const [ours, theirs] = [lineOf('product'), lineOf('asterisk')];
const ratio = { cpu: round(ours.cpu.median / theirs.cpu.median, 2) };
console.log(JSON.stringify({ ratio, calls: people, runs: [ours, theirs] }, null, 2));
process.exit();

async function work(it: Switch): Promise<void> {
  const callers: Caller[] = [];
  const newAudio = async (from: string) => {
    const caller = await rtpCaller(from === carrier ? 'pcma' : 'g722');
    callers.push(caller);
    return audioOf(caller);
  };
  goBeforeOthers();
  const phones = await DeskPhones.open(people, it.sipPort, (index) => it.passwordAt(index), newAudio);
  const standing: StandingCall[] = [];
  while (standing.length < people) standing.push(await phones.begin(standing.length));
  separateCores(it); // What was started meanwhile, too.
  await measure(it, callers, WARM_UP_SECONDS);
  runs.push(await undisturbed(it, () => measure(it, callers, Number(values.seconds))));
  await Promise.all(standing.map(({ customer }) => customer.hangUp()));
  phones.close();
}

async function measure(it: Switch, callers: readonly Caller[], seconds: number): Promise<Run> {
  const seen: CpuTimes[] = [];
  const { lastedMs } = await measureSpeech(callers, seconds, async () => {
    const used = await it.cpu();
    seen.push(used);
    return used.all * 1_000;
  });
  const [before, after] = seen;
  if (before === undefined || after === undefined) throw new Error('nothing was measured');
  const received = callers.map((caller) => (1000 * caller.received) / lastedMs);
  return {
    server: it.name,
    cpuPercent: cpuOfEach(before, after, lastedMs / 100),
    fewestPacketsPerSecond: round(Math.min(...received), 1),
  };
}

function lineOf(server: Switch['name']) {
  const its = runs.filter((run) => run.server === server);
  return {
    server,
    ...cpuRange(its.map(({ cpuPercent }) => cpuPercent)),
    fewestPacketsPerSecond: rangeOf(
      its.map((run) => run.fewestPacketsPerSecond),
      1,
    ),
    others: Math.max(...its.map(({ othersPercent }) => othersPercent)),
  };
}
