import { EventEmitter } from 'node:events';
import { Logger, type Runner, type RunnerOptions, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';

import type { Share } from '../kernel/shares.ts';
import { FairTurns, type LaneStanding } from './fair-turns.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { QueueLog } from './queue-log.ts';

/** A kind of work with places of its own, so that what hangs or comes in masses elsewhere takes none of them. */
export interface Lane {
  readonly tasks: TaskList;
  readonly atOnce: number;
  /** How companies share them; of one receiver, where their work goes to somebody outside, so many at most. */
  readonly share?: Share;
  /** Which limit of the operator's a company has here, where it has one. */
  readonly limit?: 'most_jobs' | 'most_deliveries' | 'most_messages';
  readonly eachReceiver?: number;
}

/** How a piece of work in the queue says whose it is, and to whom it goes (`queue_job`, `queue_delivery`). */
const [companyFlag, receiverFlag] = ['company:', 'receiver:'];

/** Who has work in a lane, done or waited for, by all workers, and how much of it they may have at once. */
const standingsOf = `
  with standing as (
    select flag, count(*) filter (where locked_at is not null)::int as running,
      coalesce(bool_or(locked_at is null and run_at <= now() and attempts < max_attempts), false) as waits
    from graphile_worker._private_jobs as job cross join lateral jsonb_object_keys(job.flags) as flag
    where task_id in (select id from graphile_worker._private_tasks where identifier = any ($1))
    group by flag
  )
  select flag, running, waits, case $2 when 'most_jobs' then most_jobs when 'most_deliveries' then most_deliveries
    when 'most_messages' then most_messages end as most
  from standing left join public.work_share
    on work_share.id = case when flag ^@ '${companyFlag}' then substr(flag, ${companyFlag.length + 1})::uuid end`;

interface Begun {
  readonly poolId: string;
  readonly running: Promise<Runner>;
  /** It has asked the queue once, and has work or knows that there is none. */
  readonly asked: Promise<unknown>;
}

/**
 * Begins to take the work of a lane. `mayTake` is waited for before the first piece; the name of the workers comes at once, for whoever
 * says that they live.
 */
export function startLane(
  lane: Lane,
  {
    pool,
    log,
    mayTake,
    events,
    options,
  }: {
    readonly pool: pg.Pool;
    readonly log: QueueLog;
    readonly mayTake: Promise<unknown>;
    /** Told of each piece of work as it begins and ends. */
    readonly events: WorkerEvents;
    readonly options: RunnerOptions;
  },
): Promise<Begun> {
  const own: WorkerEvents = new EventEmitter();
  for (const name of ['job:start', 'job:complete'] as const) {
    own.on(name, (event) => events.emit(name, event as never));
  }
  const asked = new Promise((resolve) => {
    for (const name of ['job:start', 'worker:getJob:empty'] as const) own.once(name, resolve);
  });
  const forbidden = forbiddenIn(lane, pool);
  return new Promise((resolve, reject) => {
    own.once('pool:create', ({ workerPool }) => resolve({ poolId: workerPool.id, running, asked }));
    const running = run({
      ...options,
      pgPool: pool,
      concurrency: lane.atOnce,
      noHandleSignals: true,
      events: own,
      forbiddenFlags: oneAtATime(own, async () => {
        await mayTake;
        return forbidden();
      }),
      logger: new Logger(() => (level, message, { error }) => {
        if (level === 'error') log.error({ err: error }, message);
        else if (level === 'warning') log.warn({ err: error }, message);
        else log.debug({}, message);
      }),
      taskList: lane.tasks,
    });
    running.catch(reject);
  });
}

function forbiddenIn({ tasks, share, limit, eachReceiver }: Lane, pool: pg.Pool): () => Promise<string[] | null> {
  if (share === undefined) return async () => null;
  const turns = new FairTurns(share);
  const names = Object.keys(tasks);
  return async () => {
    const { rows } = await pool.query<Omit<LaneStanding, 'company'> & { flag: string }>(standingsOf, [names, limit]);
    const companies = rows.filter(({ flag }) => flag.startsWith(companyFlag));
    const standings: LaneStanding[] = companies.map(({ flag, ...rest }) => ({ company: flag, ...rest }));
    const busy = rows.filter(
      ({ flag, running }) => flag.startsWith(receiverFlag) && running >= (eachReceiver ?? share.places),
    );
    return [...turns.next(standings), ...busy.map(({ flag }) => flag)];
  };
}
