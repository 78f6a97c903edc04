import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { z } from 'zod';

import { holdAliveLock } from './alive-lock.ts';
import { tidyMinutes } from './due-work.ts';
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
 * Takes jobs from the queue until it is stopped. Jobs of a process that died, in whatever way, are given to the others at
 * once. `tidy` is called every ten minutes, and `nightly` every night, by one of all the workers; where none was there, the first one
 * does it that comes in those ten minutes, or within a day.
 */
export async function workQueue({
  url,
  role,
  atOnce = 2,
  perform,
  others = {},
  tidy,
  nightly,
  idle,
  log,
}: {
  url: string;
  /** The database role that owns the queue. */
  role: string;
  atOnce?: number;
  perform: Perform;
  /** Work of other kinds, by the names of their tasks; one that rejects is tried again. */
  others?: Readonly<Record<string, (payload: unknown) => Promise<void>>>;
  tidy: () => Promise<void>;
  nightly: () => Promise<void>;
  /** Told when nobody wanted anything for so long. Tidying is waited for, and little longer. */
  idle?: { readonly afterMs: number; readonly tell: () => void } | undefined;
  log: QueueLog;
}): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const events: WorkerEvents = new EventEmitter();
  // No job is taken before the lock says to all others that this process lives.
  const alive = new Promise<{ release(): Promise<void> }>((resolve, reject) => {
    events.once('pool:create', ({ workerPool }) => {
      holdAliveLock({ url, role, name: workerPool.id, log }).then(resolve, reject);
    });
  });
  const pool = new pg.Pool({
    connectionString: url,
    max: atOnce + 2,
    options: `-c role=${role}`,
    application_name: 'alo queue',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'the database dropped a connection of the queue'));
  pool.on('connect', (client) => client.on('error', () => undefined));

  if (idle !== undefined) whenIdle(events, idle);
  const options: RunnerOptions = {
    pgPool: pool,
    concurrency: atOnce,
    noHandleSignals: true,
    events,
    gracefulShutdownAbortTimeout: stopWithinMs,
    forbiddenFlags: () => alive.then(() => null),
    logger: new Logger(() => (level, message, { error }) => {
      if (level === 'error') log.error({ err: error }, message);
      else if (level === 'warning') log.warn({ err: error }, message);
      else log.debug({}, message);
    }),
    taskList: {
      ...others,
      job: (payload, { job }) => perform(jobKey.parse(payload), stopping.signal, job.attempts),
      tidy,
      nightly,
    },
    parsedCronItems: parseCronItems([
      { task: 'tidy', match: `*/${tidyMinutes} * * * *`, options: { backfillPeriod: tidyMinutes * 60_000 } },
      // Times are UTC: it is before three in the morning in Vietnam. A machine that is switched off by night does it in the morning.
      { task: 'nightly', match: '40 19 * * *', options: { backfillPeriod: 24 * 3_600_000 } },
    ]),
  };
  try {
    const runner = await run(options);
    const lock = await alive;
    return {
      async stop() {
        stopping.abort();
        await runner.stop();
        await lock.release();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

const tidying = ['tidy', 'nightly'];

function whenIdle(events: WorkerEvents, { afterMs, tell }: { afterMs: number; tell: () => void }): void {
  let running = 0;
  let wantedAt = Number.NEGATIVE_INFINITY;
  let waiting: NodeJS.Timeout;
  const wait = () => {
    const rest = Math.min(tidiedMs, afterMs);
    waiting = setTimeout(tell, Math.max(rest, wantedAt + afterMs - performance.now())).unref();
  };
  wait();
  events.on('job:start', () => {
    running += 1;
    clearTimeout(waiting);
  });
  events.on('job:complete', ({ job }) => {
    running -= 1;
    if (!tidying.includes(job.task_identifier)) wantedAt = performance.now();
    if (running === 0) wait();
  });
}
