import { performance } from 'node:perf_hooks';

const lookEveryMs = 10_000;
/** So many looks in a row must have found nothing. */
const restLooks = 3;
/** Of a core: less is what beats by itself, in a product that nobody uses. */
const restShare = 0.03;
/** A collection is worth this much. */
const worthBytes = 8 * 2 ** 20;

interface Resting {
  /** What goes on that the event loop says nothing of. */
  readonly isBusy?: () => boolean;
  /** Others that hold something for this process may let go of it now. */
  readonly also?: () => void;
  readonly everyMs?: number;
}

/**
 * Gives memory back to the system while nothing happens. V8 collects where it has no room left, and keeps what it has too much of
 * until it is given much more to do: a process that rests would hold for hours what an hour of calls, or its own start, has left.
 * So a resting process collects once. It takes 50 to 100 ms, in which nothing waits.
 */
export function giveBackAtRest({ isBusy = () => false, also = () => {}, everyMs = lookEveryMs }: Resting = {}): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  /** The least that it has been since the last collection. */
  let least = 0;
  let rested = 0;
  let before = performance.eventLoopUtilization();
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    rested = utilization < restShare && !isBusy() ? rested + 1 : 0;
    const size = process.memoryUsage.rss();
    if (size - least < worthBytes) least = Math.min(least, size);
    else if (rested >= restLooks) {
      also();
      // Regular ones leave the room for what is new as large as it was.
      gc({ type: 'major', flavor: 'last-resort' });
      least = process.memoryUsage.rss();
    }
  };
  setInterval(look, everyMs).unref();
}
