/**
 * What an anchored two-party call costs whose audio is not passed on as it comes: one side in G.722 and the other in G.711,
 * transcoded both ways, and SRTP with keys in the SDP on both sides, beside plain G.711. CPU of the process that carries the
 * audio; `ratio` is to plain G.711. Everybody must get 50 packets a second. Prints one JSON object.
 *
 *   node tests/load/coded-calls.ts [--calls=50] [--seconds=4]
 */
import { parseArgs } from 'node:util';
import { type Caller, type Coding, rtpCaller } from './callers.ts';
import { round } from './generator.ts';
import { Relay } from './relay.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '50' }, seconds: { type: 'string', default: '4' } },
});
const pairs: readonly (readonly [Coding, Coding])[] = [
  ['pcma', 'pcma'],
  ['g722', 'pcma'],
  ['srtp', 'srtp'],
];
const runs = [];
for (const pair of pairs) runs.push(await run(pair, Number(values.calls), Number(values.seconds)));
const plain = runs[0]?.cpuPercentEach ?? Number.NaN;
const withRatio = runs.map((one) => ({ ...one, ratio: round(one.cpuPercentEach / plain, 2) }));
console.log(JSON.stringify({ calls: Number(values.calls), runs: withRatio }, null, 2));
process.exit();

async function run(pair: readonly [Coding, Coding], calls: number, seconds: number) {
  const relay = await Relay.start();
  const callers: Caller[] = [];
  for (let i = 0; i < calls; i++) {
    callers.push(...(await relay.connect('rtp', await Promise.all(pair.map((coding) => rtpCaller(coding))))));
  }
  const { lastedMs, cpuPercent, generatorCpuPercent } = await relay.speak(callers, seconds);
  const received = callers.map((caller) => (1000 * caller.received) / lastedMs);
  for (const caller of callers) caller.close();
  relay.stop();
  return {
    call: pair.join(' and '),
    cpuPercent,
    cpuPercentEach: round(cpuPercent / calls, 3),
    generatorCpuPercent,
    fewestPacketsPerSecond: round(Math.min(...received), 1),
  };
}
