/**
 * What a second process of audio is worth (ADR 701): recorded calls of two DTLS parties by one media worker, twice as many by two, and twice as many by one, each
 * worker with the same quota of a core (cgroups, for which it must be root; `quotaPercent`). Loss and one-way delay of every packet, and what
 * each worker used of a core, in percent. Prints one JSON object.
 *
 *   node tests/load/media-workers.ts [--calls=12] [--seconds=10] [--quota=25]
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Caller } from './callers.ts';
import { percentile, round } from './generator.ts';
import { limited } from './limited.ts';
import { Relay } from './relay.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '10' },
    quota: { type: 'string', default: '25' },
  },
});
const calls = Number(values.calls);
const quotaPercent = Number(values.quota);
const runs = [];
for (const [workers, of] of [
  [1, calls],
  [2, 2 * calls],
  [1, 2 * calls],
] as const) {
  runs.push(await run(workers, of));
}
console.log(JSON.stringify({ quotaPercent, runs }, null, 2));
process.exit();

async function run(workers: number, of: number) {
  const relay = await Relay.start(workers);
  const groups = relay.workers.map((pid, index) => limited([pid], `alo-worker-${process.pid}-${index}`, quotaPercent));
  const callers: Caller[] = [];
  for (let i = 0; i < of; i++) callers.push(...(await relay.call('dtls', 2, true)));
  await Promise.all(callers.map((caller) => caller.open));
  const before = relay.workers.map(usedMs);
  const { lastedMs, generatorCpuPercent } = await relay.speak(callers, Number(values.seconds));
  const used = relay.workers.map((pid, index) => usedMs(pid) - (before[index] ?? 0));
  const delays = callers.flatMap((caller) => caller.delays).sort((a, b) => a - b);
  const sent = callers.reduce((sum, caller) => sum + caller.sent, 0);
  for (const caller of callers) caller.close();
  relay.stop();
  await gone(relay.workers);
  for (const group of groups) group?.remove();
  return {
    workers,
    calls: of,
    workerCpuPercent: round((100 * Math.max(...used)) / lastedMs, 1),
    generatorCpuPercent,
    packetsSent: sent,
    packetsLost: sent - delays.length,
    delayMs: { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), p999: percentile(delays, 0.999) },
  };
}

/** What a process has used of processors since its start, as Linux counts: in hundredths of a second. */
function usedMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function gone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) await new Promise((resolve) => setTimeout(resolve, 50));
}
