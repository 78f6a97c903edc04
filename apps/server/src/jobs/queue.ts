import { EventEmitter } from 'node:events';
import { parseCronItems, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { z } from 'zod';

import { shares } from '../kernel/shares.ts';
import { holdAliveLock } from './alive-lock.ts';
import { tidyMinutes } from './due-work.ts';
import { type Lane, startLane } from './lane.ts';
import type { QueueLog } from './queue-log.ts';

/** Which job: all that the queue knows of it. */
export interface JobKey {
  readonly tenantId: string;
  readonly jobId: string;
}

/**
 * Does the job. Rejects where it is worth another try later. `signal` says that this process wants to stop; `tries`, which try of it
 * this is, those included whose worker died. The queue gives up after 25 and tells nobody.
 */
export type Perform = (key: JobKey, signal: AbortSignal, tries: number) => Promise<void>;

const jobKey = z.object({ tenantId: z.uuid(), jobId: z.uuid() });
/** Who asks for something may soon ask for more; what is tidied is tidied for ten minutes. */
const tidiedMs = 10_000;
/** A job that has not stopped this long after it was asked to is left behind; it is taken up again at the next start. */
const stopWithinMs = 10_000;

/**
 * Takes work from the queue until it is stopped: people's jobs, what `lanes` bring, and the product's own housekeeping, each at places
 * of its own, companies in turns (fair-turns.ts). Work of a process that died, in whatever way, is given to the others at once.
 * `tidy` is called every ten minutes, and `nightly` every night, by one of all the workers; where none was there, the first one does it
 * that comes in those ten minutes, or within a day.
 */
export async function workQueue({
  url,
  role,
  perform,
  lanes = [],
  tidy,
  nightly,
  idle,
  log,
}: {
  url: string;
  /** The database role that owns the queue. */
  role: string;
  perform: Perform;
  /** Work of other kinds, by the names of their tasks; one that rejects is tried again. */
  lanes?: readonly Lane[];
  tidy: () => Promise<void>;
  nightly: () => Promise<void>;
  /** Told when nobody wanted anything for so long. Tidying is waited for, and little longer. */
  idle?: { readonly afterMs: number; readonly tell: () => void } | undefined;
  log: QueueLog;
}): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const events: WorkerEvents = new EventEmitter();
  const jobs: Lane = {
    tasks: { job: (payload, { job }) => perform(jobKey.parse(payload), stopping.signal, job.attempts) },
    atOnce: shares.jobs.places,
    share: shares.jobs,
    limit: 'most_jobs',
  };
  const all: Lane[] = [jobs, ...lanes, { tasks: { tidy, nightly }, atOnce: 1 }];
  const pool = new pg.Pool({
    connectionString: url,
    // Each lane listens by one.
    max: all.length + all.reduce((sum, { atOnce }) => sum + atOnce, 0),
    options: `-c role=${role}`,
    application_name: 'alo queue',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'the database dropped a connection of the queue'));
  pool.on('connect', (client) => client.on('error', () => undefined));

  const idleness = idle && whenIdle(events, idle);
  const mayTake = Promise.withResolvers<void>();
  mayTake.promise.catch(() => undefined);
  const started = new AsyncDisposableStack();
  started.defer(() => pool.end());
  try {
    const begun = [];
    for (const lane of all) {
      const isOwn = 'tidy' in lane.tasks;
      const one = await startLane(lane, {
        pool,
        log,
        events,
        mayTake: mayTake.promise,
        options: {
          gracefulShutdownAbortTimeout: stopWithinMs,
          ...(isOwn ? { parsedCronItems: housekeeping } : { parsedCronItems: [] }),
        },
      });
      begun.push(one);
    }
    // No work is taken before locks say to all others that this process lives.
    const names = begun.map(({ poolId }) => poolId);
    const lock = await holdAliveLock({ url, role, names, log });
    started.defer(() => lock.release());
    mayTake.resolve();
    const runners = await Promise.all(begun.map(({ running }) => running));
    started.defer(async () => void (await Promise.all(runners.map((runner) => runner.stop()))));
    void Promise.all(begun.map(({ asked }) => asked)).then(() => idleness?.begin());
    return {
      async stop() {
        stopping.abort();
        await started.disposeAsync();
      },
    };
  } catch (error) {
    mayTake.reject(error);
    await started.disposeAsync();
    throw error;
  }
}

const housekeeping = parseCronItems([
  { task: 'tidy', match: `*/${tidyMinutes} * * * *`, options: { backfillPeriod: tidyMinutes * 60_000 } },
  // Times are UTC: it is before three in the morning in Vietnam. A machine that is switched off by night does it in the morning.
  { task: 'nightly', match: '40 19 * * *', options: { backfillPeriod: 24 * 3_600_000 } },
]);

const tidying = ['tidy', 'nightly'];

/** Who has not asked for work yet is not idle, however long a busy machine takes until they have: they would go, and come again, and never work. */
function whenIdle(events: WorkerEvents, { afterMs, tell }: { afterMs: number; tell: () => void }): { begin(): void } {
  let running = 0;
  let wantedAt = Number.NEGATIVE_INFINITY;
  let hasBegun = false;
  let waiting: NodeJS.Timeout | undefined;
  const wait = () => {
    if (!hasBegun || running > 0) return;
    const rest = Math.min(tidiedMs, afterMs);
    waiting = setTimeout(tell, Math.max(rest, wantedAt + afterMs - performance.now())).unref();
  };
  events.on('job:start', () => {
    running += 1;
    clearTimeout(waiting);
  });
  events.on('job:complete', ({ job }) => {
    running -= 1;
    if (!tidying.includes(job.task_identifier)) wantedAt = performance.now();
    wait();
  });
  return {
    begin() {
      hasBegun = true;
      wait();
    },
  };
}
