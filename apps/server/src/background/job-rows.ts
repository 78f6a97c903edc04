import { isDeepStrictEqual } from 'node:util';
import { isAllowed, type Job, type Permission, permissions, roles } from '@alo/contract';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { refuseBeyond } from '../db/company-shares.ts';
import type { Trx } from '../db/database.ts';
import type { Database } from '../db/tables.ts';
import type { By } from '../kernel/by.ts';
import type { Caller } from '../kernel/caller.ts';
import { newId } from '../kernel/new-id.ts';
import { type Reach, reachOf } from '../kernel/reach.ts';
import { isAbove } from '../kernel/rights.ts';

export type JobRow = Selectable<Database['job']>;

/** How long a job that has ended is kept, with its file. */
const keptMs = 24 * 3_600_000;

/** A job to be done for somebody. */
export interface NewJob {
  /** Where something was put under its name before it is asked for. */
  readonly id?: string;
  readonly kind: string;
  /** What people call it, in Vietnamese. */
  readonly title: string;
  /** What it takes to have it done; asked again when it is done and when its file is fetched. */
  readonly permission: Permission;
  /** What its kind needs to know, as JSON. */
  readonly input: unknown;
  readonly total?: number;
  /** Of the file that its person brought for it. */
  readonly uploadBytes?: number;
}

/** Refuses one more job where a company has more waiting than it needs: a mistake, or meant to be in the way. Two at once may both just fit. */
export async function refuseMoreJobs(trx: Trx): Promise<void> {
  const { n } = await trx
    .selectFrom('job')
    .where('state', '=', 'queued')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  await refuseBeyond(trx, 'waiting_jobs', Number(n) + 1);
}

/** Asks for work in the transaction of whatever wants it: the one is not without the other. */
export async function startJob(trx: Trx, by: Pick<By, 'caller'>, job: NewJob): Promise<JobRow> {
  const { accountId, apiKeyId } = by.caller;
  await refuseMoreJobs(trx);
  const row = await trx
    .insertInto('job')
    .values({
      id: job.id ?? newId(),
      account_id: accountId,
      api_key_id: apiKeyId ?? null,
      kind: job.kind,
      title: job.title,
      permission: job.permission,
      input: JSON.stringify(job.input),
      ...(job.total === undefined ? {} : { total: job.total }),
      ...(job.uploadBytes === undefined ? {} : { upload_bytes: job.uploadBytes }),
      created_by: accountId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await queueJob(trx, row.id);
  return row;
}

/** Goes on with a job that has ended, failed or waits, with another input where one is given. Undefined where it does none of these. */
export async function resumeJob(trx: Trx, id: string, input?: unknown, report?: unknown): Promise<JobRow | undefined> {
  const row = await trx
    .updateTable('job')
    .set({
      state: 'queued',
      error: '',
      cancel_requested_at: null,
      finished_at: null,
      expires_at: null,
      // With another input it is another piece of work, of which nothing is done.
      ...(input === undefined ? {} : { input: JSON.stringify(input), done: 0, total: null }),
      ...(report === undefined ? {} : { report: JSON.stringify(report) }),
    })
    .where('id', '=', id)
    .where('state', 'not in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) await queueJob(trx, id);
  return row;
}

/** Hands the job to whichever worker is free, once the transaction has committed. */
export async function queueJob(trx: Trx, id: string): Promise<void> {
  await sql`select queue_job(${id})`.execute(trx);
}

/** A person's own jobs, those of their keys too; nobody else's are there. Of a key, which may do less than its person, what it asked for itself. */
function own(trx: Trx, { caller: { accountId, apiKeyId } }: Pick<By, 'caller'>) {
  const theirs = trx.selectFrom('job').selectAll().where('account_id', '=', accountId);
  return apiKeyId === undefined ? theirs : theirs.where('api_key_id', '=', apiKeyId);
}

const shownAtMost = 50;

export const ownJobs = (trx: Trx, by: Pick<By, 'caller'>): Promise<JobRow[]> =>
  own(trx, by).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(shownAtMost).execute();

export const ownJob = (trx: Trx, by: Pick<By, 'caller'>, id: string): Promise<JobRow | undefined> =>
  own(trx, by).where('id', '=', id).executeTakeFirst();

/** One that has not begun, or waits, ends at once; one that runs is asked to. */
export async function cancelOwnJob(trx: Trx, by: Pick<By, 'caller'>, id: string): Promise<JobRow | undefined> {
  await trx
    .updateTable('job')
    .set((job) => ({
      cancel_requested_at: sql`coalesce(cancel_requested_at, now())`,
      state: sql`case when state in ('queued', 'waiting') then 'cancelled' else state end`,
      finished_at: sql`case when state in ('queued', 'waiting') then now() else ${job.ref('finished_at')} end`,
      expires_at: expiry(),
    }))
    .where('id', '=', id)
    .where('account_id', '=', by.caller.accountId)
    .where('state', 'in', ['queued', 'running', 'waiting'])
    .execute();
  return ownJob(trx, by, id);
}

/** Whether somebody may still have done what the job does. */
export function mayHaveDone({ role }: Pick<Caller, 'role'>, { permission }: Pick<JobRow, 'permission'>): boolean {
  const known = permissions.find((name) => name === permission);
  return known !== undefined && isAllowed(role, known);
}

/** What somebody may see. */
interface Rights {
  readonly role: Caller['role'];
  readonly reach: Reach;
}

export const rightsOf = (caller: Caller): Rights => ({ role: caller.role, reach: reachOf(caller) });

/** Whether there is anything that could be seen then and cannot be now: what is shown of a row hangs on more than the right to have the job done. */
export function isLessThan(then: Rights, now: Caller): boolean {
  const reach = reachOf(now);
  return isAbove(then.role, now.role) || (reach.kind !== 'all' && !isDeepStrictEqual(reach, then.reach));
}

/** How customers' numbers are hidden from somebody; null where they see them in full. */
export type MaskOf = (trx: Trx, caller: Caller) => Promise<number | null>;

/** With what rights a job's file was made, as its row keeps it. */
const madeWith = z.object({
  role: z.object({ name: z.string(), permissions: z.array(z.string()).readonly(), scope: roles.row.shape.scope }),
  reach: z.union([
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.enum(['account', 'team', 'department', 'branch']), id: z.string() }),
  ]),
  /** Files from before it was kept count as full. */
  mask: z.number().nullable().default(null),
});

export type MadeWith = z.output<typeof madeWith>;

/** Whether somebody may still see all that a job's file was made of, from whom numbers are hidden like this by now. */
export function mayFetch(caller: Caller, mask: number | null, row: JobRow): boolean {
  if (!mayHaveDone(caller, row)) return false;
  if (row.made_with === null) return true;
  const then = madeWith.parse(row.made_with);
  return !isLessThan(then, caller) && (mask === null || mask === then.mask);
}

/** When a job that ends now is removed. */
export const expiry = () => sql<Date>`now() + ${`${keptMs} ms`}::interval`;

/** As the contract shows it. */
export const presentJob = (
  row: JobRow,
): Omit<Job, TimeField> & Record<TimeField, Date | null> & { created_at: Date } => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  state: row.state,
  done: row.done,
  total: row.total,
  report: row.report,
  error: row.error,
  cancel_requested: row.cancel_requested_at !== null,
  file_name: row.file_name,
  file_bytes: row.file_bytes,
  created_at: row.created_at,
  finished_at: row.finished_at,
  expires_at: row.expires_at,
});

type TimeField = 'created_at' | 'finished_at' | 'expires_at';
