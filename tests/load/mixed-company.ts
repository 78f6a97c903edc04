/**
 * What a member of a mixed bridge costs: companies of three and of eight, in which everybody speaks and hears everybody else,
 * beside as many parties who are relayed in pairs. Plain RTP; CPU of the process that carries the audio; `ratio` is a
 * mixed member to a relayed one. Every member must get 50 packets a second. Prints one JSON object.
 *
 *   node tests/load/mixed-company.ts [--members=96] [--seconds=4]
 */
import { parseArgs } from 'node:util';
import type { Caller } from './callers.ts';
import { round } from './generator.ts';
import { Relay } from './relay.ts';

const { values } = parseArgs({
  options: { members: { type: 'string', default: '96' }, seconds: { type: 'string', default: '4' } },
});
const runs = [];
for (const company of [2, 3, 8]) runs.push(await run(company, Number(values.members), Number(values.seconds)));
const relayed = runs[0]?.cpuPercentEach ?? Number.NaN;
const withRatio = runs.map((one) => ({ ...one, ratio: round(one.cpuPercentEach / relayed, 2) }));
console.log(JSON.stringify({ members: Number(values.members), runs: withRatio }, null, 2));
process.exit();

async function run(company: number, members: number, seconds: number) {
  const relay = await Relay.start();
  const callers: Caller[] = [];
  while (callers.length + company <= members) callers.push(...(await relay.call('rtp', company)));
  const { lastedMs, cpuPercent, generatorCpuPercent } = await relay.speak(callers, seconds);
  const received = callers.map((caller) => (1000 * caller.received) / lastedMs);
  for (const caller of callers) caller.close();
  relay.stop();
  return {
    company,
    members: callers.length,
    cpuPercent,
    cpuPercentEach: round(cpuPercent / callers.length, 3),
    generatorCpuPercent,
    fewestPacketsPerSecond: round(Math.min(...received), 1),
  };
}
