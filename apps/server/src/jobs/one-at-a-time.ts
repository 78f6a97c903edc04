import { once } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';

/** So long a place may take to find its piece of work, or none, before the next one looks. */
const patienceMs = 1_000;

/**
 * Places look for work one after the other: each is told what the one before it has taken. Two that look at once would each find that a company has
 * nothing under way, and give it both. `look` says what may not be taken; what came of it the queue tells by its events.
 */
export function oneAtATime<Found>(events: WorkerEvents, look: () => Promise<Found>): () => Promise<Found> {
  let before: Promise<unknown> = Promise.resolve();
  return () => {
    const mine = before.then(look);
    before = mine.then(
      () => hasTaken(events),
      () => undefined,
    );
    return mine;
  };
}

/** Resolves when the place that looks has its work, or has found none. */
async function hasTaken(events: WorkerEvents): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const patience = setTimeout(() => over.abort(), patienceMs).unref();
  const ends = (['job:start', 'worker:getJob:empty', 'worker:getJob:error'] as const).map((name) =>
    once(events, name, { signal }).catch(() => undefined),
  );
  await Promise.race(ends);
  clearTimeout(patience);
  over.abort();
}
