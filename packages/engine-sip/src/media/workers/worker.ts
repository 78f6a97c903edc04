/** A process of the engine's audio: it carries what the engine gives it, beside others on other processors, and ends with the engine. */
import { flushCompileCache } from 'node:module';
import { performance } from 'node:perf_hooks';
import { goFirst, outliveMistakes } from '@alo/engine-host/process';
import { answerPings, giveBackAtRest, outliveClosedOutput, sayReady } from '@alo/engine-host/supervision';
import { mediaOnFreePort } from '../on-free-port.ts';
import { dropSamples } from '../spare-samples.ts';
import { PlaneHost } from './plane-host.ts';
import { type FromWorker, parseToWorker, workerOptions } from './words.ts';

const loadEveryMs = 1_000;

// Before any thread of the audio's is there: they are as urgent as the one that begins them.
goFirst();
outliveClosedOutput();
flushCompileCache();
const options = workerOptions.parse(JSON.parse(process.argv[2] ?? 'null'));
// What it is in the middle of nobody can hear any more.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const say = (word: FromWorker): void => void process.send?.(word, undefined, {}, () => {});
const warn = (fields: Readonly<Record<string, unknown>>, message: string): void =>
  say({
    kind: 'warning',
    message,
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
  });

let publicAddresses: readonly string[] = [];
const plane = await mediaOnFreePort(options.icePort, {
  ...options,
  publicAddresses: () => publicAddresses,
  log: { warn },
});
const host = new PlaneHost({
  plane,
  say,
  onAddresses: (addresses) => {
    publicAddresses = addresses;
  },
});

outliveMistakes((mistake) => warn({ ...mistake }, 'a mistake of ours in the audio'));
answerPings();
process.on('message', (message) => host.take(parseToWorker(message)));
let before = performance.eventLoopUtilization();
setInterval(() => {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, before);
  before = now;
  say({ kind: 'load', share: utilization });
}, loadEveryMs).unref();
giveBackAtRest({ isBusy: () => host.isBusy, also: dropSamples });
sayReady();
