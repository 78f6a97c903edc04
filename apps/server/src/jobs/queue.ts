import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { z } from 'zod';

import { holdAliveLock } from './alive-lock.ts';
import type { QueueLog } from './queue-log.ts';

/** Which job: all that the queue knows of it. */
export interface JobKey {
  readonly tenantId: string;
  readonly jobId: string;
}

/** Does the job. Rejects where it is worth another try later. `signal` says that this process wants to stop. */
export type Perform = (key: JobKey, signal: AbortSignal) => Promise<void>;

const jobKey = z.object({ tenantId: z.uuid(), jobId: z.uuid() });
/** A job that has not stopped this long after it was asked to is left behind; it is taken up again at the next start. */
const stopWithinMs = 10_000;

/**
 * Takes jobs from the queue until it is stopped. Jobs of a process that died, in whatever way, are given to the others at
 * once. `tidy` is called every ten minutes, and `nightly` every night, by one of all the workers.
 */
export async function workQueue({
  url,
  role,
  atOnce = 2,
  perform,
  others = {},
  tidy,
  nightly,
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
      job: (payload) => perform(jobKey.parse(payload), stopping.signal),
      tidy,
      nightly,
    },
    parsedCronItems: parseCronItems([
      { task: 'tidy', match: '*/10 * * * *' },
      // Times are UTC: it is before three in the morning in Vietnam.
      { task: 'nightly', match: '40 19 * * *' },
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
