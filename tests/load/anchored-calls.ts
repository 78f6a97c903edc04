/**
 * How many two-party calls one engine process carries on one core: loss and one-way delay of every packet, CPU of the process that
 * relays. Five runs beside each other on the same machine: a bare UDP relay as the measure of what is possible, plain
 * RTP, and DTLS-SRTP on both sides, each of the two also with a recording of every call. The process has a core of its own, the
 * generator another. `ratio` is the CPU to that of the bare relay. Prints one JSON object.
 *
 *   node tests/load/anchored-calls.ts [--calls=100] [--seconds=5] [--kinds=bare,rtp,dtls]
 */
import { parseArgs } from 'node:util';
import type { Caller } from './callers.ts';
import { percentile, round } from './generator.ts';
import { Relay } from './relay.ts';
import type { Kind } from './relay-process.ts';
import { separateCores } from './switch.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '5' },
    kinds: { type: 'string', default: 'bare,rtp,dtls' },
  },
});
const RUNS: readonly { readonly kind: Kind; readonly isRecorded: boolean }[] = [
  { kind: 'bare', isRecorded: false },
  { kind: 'rtp', isRecorded: false },
  { kind: 'rtp', isRecorded: true },
  { kind: 'dtls', isRecorded: false },
  { kind: 'dtls', isRecorded: true },
];

const runs = [];
for (const { kind, isRecorded } of RUNS) {
  if (values.kinds.split(',').includes(kind)) runs.push(await run(kind, isRecorded));
}
const bare = runs.find(({ kind }) => kind === 'bare')?.cpuPercent ?? Number.NaN;
const withRatio = runs.map((one) => ({ ...one, ratio: round(one.cpuPercent / bare, 2) }));
console.log(JSON.stringify({ runs: withRatio }, null, 2));
process.exit();

async function run(kind: Kind, isRecorded: boolean) {
  const calls = Number(values.calls);
  const relay = await Relay.start();
  const callers: Caller[] = [];
  const setUpFrom = performance.now();
  for (let i = 0; i < calls; i++) callers.push(...(await relay.call(kind, 2, isRecorded)));
  await Promise.all(callers.map((caller) => caller.open));
  const setUpMs = performance.now() - setUpFrom;
  separateCores({ roots: [relay.pid] });
  const { lastedMs, cpuPercent, generatorCpuPercent } = await relay.speak(callers, Number(values.seconds));
  const delays = callers.flatMap((caller) => caller.delays).sort((a, b) => a - b);
  const sent = callers.reduce((sum, caller) => sum + caller.sent, 0);
  for (const caller of callers) caller.close();
  relay.stop();
  return {
    kind,
    isRecorded,
    calls,
    seconds: round(lastedMs / 1000, 2),
    setUpMs: round(setUpMs / (calls * 2), 2),
    cpuPercent,
    generatorCpuPercent,
    packetsSent: sent,
    packetsLost: sent - delays.length,
    delayMs: { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), p999: percentile(delays, 0.999) },
  };
}
