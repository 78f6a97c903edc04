import { messages } from '@alo/contract';
import type { UpdateObject } from 'kysely';
import { sql } from 'kysely';

import type { InTenant, Trx } from '../db/database.ts';
import { nobody, tellOverShare } from '../db/over-share-told.ts';
import type { Database } from '../db/tables.ts';
import type { JobKey, Perform } from '../jobs/queue.ts';
import type { QueueLog } from '../jobs/queue-log.ts';
import { StepTurns } from '../jobs/step-turns.ts';
import type { Caller } from '../kernel/caller.ts';
import { DatabaseUnavailable } from '../kernel/database-unavailable.ts';
import { Problem } from '../kernel/problem.ts';
import { StorageUnavailable } from '../kernel/storage-unavailable.ts';
import {
  expiry,
  isLessThan,
  type JobRow,
  type MadeWith,
  type MaskOf,
  mayHaveDone,
  queueJob,
  rightsOf,
} from './job-rows.ts';
import { JobCancelled, JobInterrupted, type JobKind, type JobOutcome, whyFailed } from './job-work.ts';

/** Rows of progress are written at most this often. */
const toldEveryMs = 300;

/** A job that ended its worker so often at the same place is not begun once more: it would end the next one, too. */
const deathsAtMost = 2;
/** Also not one that went on a little each time, or found no database. */
const triesAtMost = 10;

/** How far a job said last that it is. */
type Reached = { readonly done?: number; readonly total?: number };

/** Whose job it is, and the key by which a program of theirs asked for it. */
export type Asker = Pick<JobRow, 'account_id' | 'api_key_id'>;

export interface PerformerDeps {
  readonly inTenant: InTenant;
  readonly kinds: Readonly<Record<string, JobKind>>;
  /**
   * Who asked for it, as the token of a session or the key would tell now; undefined for a person who may not sign in any more, and
   * a key that is gone.
   */
  readonly callerOf: (trx: Trx, asker: Asker) => Promise<Caller | undefined>;
  readonly maskOf: MaskOf;
  /** Tells the consoles that the row has changed. */
  readonly announce: (key: JobKey) => void;
  /** Which of the jobs that are at work goes on first. */
  readonly turns?: StepTurns;
  readonly log: QueueLog;
}

/** Does jobs as their rows say, and keeps the rows true, whatever happens. */
export function jobPerformer({
  inTenant,
  kinds,
  callerOf,
  maskOf,
  announce,
  turns = new StepTurns(),
  log,
}: PerformerDeps): Perform {
  /** Jobs whose last attempt here ended for want of a database, or of the store of files. */
  const turnedAway = new Set<string>();
  return async (key, signal, tries) => {
    const wasDeath = !turnedAway.has(key.jobId);
    const job = await inTenant(key.tenantId, (trx) => take(trx, key.jobId, wasDeath));
    turnedAway.delete(key.jobId);
    if (job === undefined) return;
    announce(key);
    const end = async (changes: UpdateObject<Database, 'job'>) => {
      await inTenant(key.tenantId, (trx) => change(trx, job, changes));
      announce(key);
    };
    const ended = { finished_at: sql<Date>`now()`, expires_at: expiry() };
    if (job.cancel_requested_at !== null) return end({ state: 'cancelled', ...ended });
    const isPoison = job.deaths >= deathsAtMost;
    if (isPoison || tries > triesAtMost) {
      log.error(
        { job: job.id, kind: job.kind, tries, deaths: job.deaths },
        'a job was set aside: no try came to an end',
      );
      return end({ state: 'failed', error: isPoison ? setAside : givenUp, ...ended });
    }
    try {
      const { state = 'done', report, file, madeWith, reached } = await turns.job(key.tenantId, () => work(job));
      await end({
        state,
        ...reached,
        ...(report === undefined ? {} : { report: JSON.stringify(report) }),
        ...(file === undefined
          ? {}
          : { file_name: file.name, file_bytes: file.bytes, made_with: JSON.stringify(madeWith) }),
        ...ended,
      });
    } catch (error) {
      if (error instanceof JobCancelled) return end({ state: 'cancelled', ...ended });
      // Another worker that has the job is not disturbed; one that stops gives it back, to be taken at once.
      if (error instanceof JobInterrupted)
        return signal.aborted ? inTenant(key.tenantId, (trx) => handOn(trx, job)) : undefined;
      if (error instanceof DatabaseUnavailable || error instanceof StorageUnavailable) {
        turnedAway.add(job.id);
        throw error;
      }
      if (!(error instanceof Problem)) log.error({ err: error, job: job.id, kind: job.kind }, 'a job failed');
      else if (error.share !== undefined) {
        const { share, message } = error;
        const actor = { ...nobody, accountId: job.api_key_id ?? job.account_id, requestId: job.id };
        await inTenant(key.tenantId, (trx) => tellOverShare(trx, { share, message, subject: job.kind }, actor));
      }
      return end({ state: 'failed', error: error instanceof Problem ? whyFailed(error) : messages.generic, ...ended });
    }

    async function work(
      taken: JobRow,
    ): Promise<JobOutcome & { readonly madeWith: MadeWith; readonly reached: Reached }> {
      const kind = kinds[taken.kind];
      if (kind === undefined) throw new Error(`There is no kind of job called ${taken.kind}.`);
      const caller = await inTenant(key.tenantId, (trx) => callerOf(trx, taken));
      // The permission was checked when the job was asked for; it may have been taken away since.
      if (caller === undefined || !mayHaveDone(caller, taken)) throw Problem.refused('forbidden');
      const mask = await inTenant(key.tenantId, (trx) => maskOf(trx, caller));

      let toldAt = Number.NEGATIVE_INFINITY;
      // Where it comes to its end it was told there, though not each time is written.
      let reached: Reached = {};
      const advance = async (trx: Trx, changes: UpdateObject<Database, 'job'>) => {
        if (signal.aborted) throw new JobInterrupted('The worker stops.');
        if ((await change(trx, taken, changes)).cancelled) throw new JobCancelled('It was cancelled.');
        // Rights that were taken away meanwhile, or rows that are no longer theirs to see, end it before the next batch.
        const now = await callerOf(trx, taken);
        const isLess = now === undefined || !mayHaveDone(now, taken) || isLessThan(rightsOf(caller), now);
        if (isLess) throw Problem.refused('forbidden');
      };
      const outcome = await kind({
        jobId: taken.id,
        by: { caller, via: 'job', network: '', requestId: taken.id },
        input: taken.input,
        report: taken.report,
        done: taken.done,
        async inTenant(inside) {
          await turns.next(key.tenantId);
          return inTenant(key.tenantId, inside);
        },
        async progress(done, total) {
          reached = { done, ...(total === undefined ? {} : { total }) };
          await turns.next(key.tenantId);
          if (performance.now() - toldAt < toldEveryMs && !signal.aborted) return;
          toldAt = performance.now();
          await inTenant(key.tenantId, (trx) => advance(trx, { done, ...(total === undefined ? {} : { total }) }));
          announce(key);
        },
        async advance(trx, done, report) {
          await advance(trx, { done, ...(report === undefined ? {} : { report: JSON.stringify(report) }) });
          reached = { ...reached, done };
          announce(key);
        },
      });
      return { ...outcome, madeWith: { ...rightsOf(caller), mask }, reached };
    }
  };
}

const givenUp = 'Việc này nhiều lần bị dừng giữa chừng nên đã ngừng lại';
const setAside =
  'Việc này đã hai lần làm dừng máy xử lý ở cùng một chỗ nên được để riêng ra. Hãy kiểm tra lại dữ liệu, rồi bấm “Thử lại”';

/**
 * Begins an attempt, unless the job has ended. One that runs had a worker that came to no end: it died, unless it told that there is no
 * database. A death counts where nothing was done since the one before.
 */
async function take(trx: Trx, id: string, wasDeath: boolean): Promise<JobRow | undefined> {
  return trx
    .updateTable('job')
    .set((row) => ({
      state: 'running',
      run: sql`run + 1`,
      deaths: sql`case when state <> 'running' or done <> done_when_taken then 0 else deaths + ${wasDeath ? 1 : 0} end`,
      done_when_taken: row.ref('done'),
    }))
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
}

/** Gives a job that was broken off in order to whichever worker is next. */
async function handOn(trx: Trx, { id, run }: Pick<JobRow, 'id' | 'run'>): Promise<void> {
  await trx
    .updateTable('job')
    .set({ state: 'queued' })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .execute();
  await queueJob(trx, id);
}

/** Changes the row, if this attempt is still the latest. */
async function change(
  trx: Trx,
  { id, run }: Pick<JobRow, 'id' | 'run'>,
  changes: UpdateObject<Database, 'job'>,
): Promise<{ cancelled: boolean }> {
  const row = await trx
    .updateTable('job')
    .set(changes)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .returning('cancel_requested_at')
    .executeTakeFirst();
  if (row === undefined) throw new JobInterrupted('Another worker has the job.');
  return { cancelled: row.cancel_requested_at !== null };
}
