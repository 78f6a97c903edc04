/**
 * What a call costs in which a browser speaks Opus, beside the same in G.711: two browsers whose audio is passed on, and recorded; a browser
 * and a carrier, for whom each is made of the other. CPU of the process that carries the audio, each call with both its parties speaking;
 * `ratio` is to the same call in G.711. Everybody must get 50 packets a second. Prints one JSON object.
 *
 *   node tests/load/opus-calls.ts [--calls=30] [--seconds=4]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserSpeech } from '../../packages/engine-sip/src/media/testing/browser-speech.ts';
import { type Caller, dtlsCaller, rtpCaller } from './callers.ts';
import { round } from './generator.ts';
import { Relay } from './relay.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '30' }, seconds: { type: 'string', default: '4' } },
});
const [calls, seconds] = [Number(values.calls), Number(values.seconds)];

const frames = await browserSpeech(join(import.meta.dirname, '../../apps/server/prompts/bots/khach-1.wav'));
const [browser, opus] = [() => dtlsCaller(), () => dtlsCaller(frames)];
const carrier = () => rtpCaller();
const kinds = [
  {
    call: 'two browsers',
    pairs: [
      [browser, browser],
      [opus, opus],
    ],
    isRecorded: false,
  },
  {
    call: 'two browsers, recorded',
    pairs: [
      [browser, browser],
      [opus, opus],
    ],
    isRecorded: true,
  },
  {
    call: 'browser and carrier, recorded',
    pairs: [
      [browser, carrier],
      [opus, carrier],
    ],
    isRecorded: true,
  },
] as const;

const runs = [];
for (const { call, pairs, isRecorded } of kinds) {
  const [plain, coded] = [await run(pairs[0], isRecorded), await run(pairs[1], isRecorded)];
  runs.push({ call, codec: 'pcma', ...plain, ratio: 1 });
  runs.push({ call, codec: 'opus', ...coded, ratio: round(coded.cpuPercentEach / plain.cpuPercentEach, 2) });
}
console.log(JSON.stringify({ calls, runs }, null, 2));
process.exit();

async function run(pair: readonly (() => Promise<Caller>)[], isRecorded: boolean) {
  const relay = await Relay.start();
  const callers: Caller[] = [];
  for (let i = 0; i < calls; i++)
    callers.push(...(await relay.connect('dtls', await Promise.all(pair.map((make) => make())), isRecorded)));
  const { lastedMs, cpuPercent, generatorCpuPercent } = await relay.speak(callers, seconds);
  const received = callers.map((caller) => (1000 * caller.received) / lastedMs);
  for (const caller of callers) caller.close();
  relay.stop();
  return {
    cpuPercentEach: round(cpuPercent / calls, 3),
    generatorCpuPercent,
    fewestPacketsPerSecond: round(Math.min(...received), 1),
  };
}
