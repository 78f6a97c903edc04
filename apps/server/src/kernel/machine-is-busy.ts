import type { CpuInfo } from 'node:os';

import { idleOf, ownProcessors } from '@alo/engine-host/own-processors';

/** So long is looked at in one, in milliseconds. */
const spanMs = 1_000;
/** Above this part of all processors' time somebody waits for one now and then. */
const busyFrom = 0.8;

/** Tells whether the processors that this process may use, by whatever program's work, were busy in the last span that is known. */
export function machineIsBusy(
  now: () => number = () => performance.now(),
  read: () => readonly CpuInfo[] = ownProcessors,
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
