/**
 * Who gets which call: with 1,000 agents in one queue, from the moment somebody hangs up while 100 callers wait to the command that
 * rings them, and from the moment a caller comes while everybody is free. Each choice is compared with that of a model that looks at
 * everybody each time; `wrong` counts those that differ. One step of call control, in milliseconds, and of them on the processor.
 * Prints one JSON object.
 *
 *   node tests/load/queue-offer.ts [--agents=1000] [--waiting=100] [--offers=2000]
 */
import { parseArgs } from 'node:util';
import { round, spread } from './generator.ts';
import { type Caller, Floor, type Strategy } from './queue-floor.ts';

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '1000' },
    waiting: { type: 'string', default: '100' },
    offers: { type: 'string', default: '2000' },
  },
});
const agentCount = Number(values.agents);
const waitingCount = Number(values.waiting);
const offerCount = Number(values.offers);
/** Code is slow before it has run some hundred times. */
const WARM_UP = 200;

const strategies: readonly Strategy[] = ['longest-idle', 'fewest-calls', 'linear', 'round-robin', 'skills'];

const runs = [...strategies.map(whenSomebodyHangsUp), ...strategies.map(whenSomebodyCalls)];
console.log(JSON.stringify({ agents: agentCount, waiting: waitingCount, runs }, null, 2));
process.exit(runs.every(({ wrong }) => wrong === 0) ? 0 : 1);

/** Everybody talks and callers wait; one after the other hangs up. */
function whenSomebodyHangsUp(strategy: Strategy) {
  const floor = new Floor(strategy, agentCount);
  for (let count = 0; count < agentCount; count++) floor.answer(floor.offerTo(floor.arrives(false)));
  const waiting: Caller[] = [];
  for (let count = 0; count < waitingCount; count++) waiting.push(floor.arrives());
  return measured('somebody hangs up', strategy, (count) => {
    const agent = floor.talking(count * 7919);
    const expected = floor.firstFor(agent, waiting);
    const { ms, cpuMs, rung } = floor.hangsUp(agent);
    const offered = waiting.findIndex(({ call }) => call === rung?.call);
    const right = rung?.extension === agent.extension && waiting[offered] === expected;
    const [caller] = waiting.splice(offered, 1);
    if (caller !== undefined) floor.answer({ agent, caller });
    waiting.push(floor.arrives());
    return { ms, cpuMs, right };
  });
}

/** Everybody is free; callers come, are answered and hang up. */
function whenSomebodyCalls(strategy: Strategy) {
  const floor = new Floor(strategy, agentCount);
  return measured('a caller comes', strategy, () => {
    const expected = floor.bestFree();
    const caller = floor.arrives();
    const { ms, cpuMs, rung } = floor.last;
    const right = rung?.extension === expected.extension;
    floor.answer({ agent: floor.agent(rung?.extension ?? ''), caller });
    floor.hangsUp(floor.agent(rung?.extension ?? ''));
    return { ms, cpuMs, right };
  });
}

function measured(
  what: string,
  strategy: Strategy,
  turn: (count: number) => { ms: number; cpuMs: number; right: boolean },
) {
  const times: number[] = [];
  let [wrong, cpu] = [0, 0];
  for (let count = 0; count < WARM_UP + offerCount; count++) {
    const { ms, cpuMs, right } = turn(count);
    if (!right) wrong++;
    if (count < WARM_UP) continue;
    times.push(ms);
    cpu += cpuMs;
  }
  const { p50, p99 } = spread(times);
  return {
    what,
    strategy,
    offers: offerCount,
    p50Ms: round(p50, 3),
    p99Ms: round(p99, 3),
    cpuMsEach: round(cpu / offerCount, 3),
    wrong,
  };
}
