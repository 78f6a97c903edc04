import { type CpuInfo, cpus } from 'node:os';

/** So long is looked at in one, in milliseconds. */
const spanMs = 1_000;
/** Above this part of all processors' time somebody waits for one now and then. */
const busyFrom = 0.8;

/** How much of their time processors had nothing to do, of how much (ms); both count from the machine's start. */
const idleOf = (all: readonly CpuInfo[]) => ({
  idle: all.reduce((sum, { times }) => sum + times.idle, 0),
  total: all.reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq + times.idle, 0),
});

/** Tells whether the machine's processors, of whatever program's work, were busy in the last span that is known. */
export function machineIsBusy(
  now: () => number = () => performance.now(),
  read: () => readonly CpuInfo[] = cpus,
): () => boolean {
  let lookedAt = now();
  let before = idleOf(read());
  let isBusy = false;
  return () => {
    if (now() - lookedAt < spanMs) return isBusy;
    lookedAt = now();
    const { idle, total } = idleOf(read());
    isBusy = total > before.total && (idle - before.idle) / (total - before.total) < 1 - busyFrom;
    before = { idle, total };
    return isBusy;
  };
}
