import { importCounts, isAllowed, type Permission } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { startJob } from '../../background/job-rows.ts';
import type { Db, InTenant, Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ImportInput } from '../../resource/importing/import-state.ts';

export const headings = z.record(z.string(), z.string());

/** How a sheet is synced and what came of it; undefined before anybody has. */
export async function syncOf(trx: Trx, sourceId: string) {
  const row = await trx
    .selectFrom('sheet_sync')
    .leftJoin('job', 'job.id', 'sheet_sync.job_id')
    .where('data_source_id', '=', sourceId)
    .selectAll('sheet_sync')
    .select('job.state as job_state')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...row,
    headings: row.headings === null ? undefined : headings.parse(row.headings),
    last_counts: importCounts.nullable().parse(row.last_counts),
    isGoingOn: row.job_state === 'queued' || row.job_state === 'running',
  };
}

/** Changes what is kept of a sheet, which begins with it. */
export const keepSync = (trx: Trx, sourceId: string, changes: Readonly<Record<string, unknown>>) =>
  trx
    .insertInto('sheet_sync')
    .values({ id: newId(), data_source_id: sourceId, ...changes })
    .onConflict((taken) => taken.columns(['tenant_id', 'data_source_id']).doUpdateSet(changes))
    .execute();

/** The sheet as one has named it; undefined where there is none, or it is no sheet. */
export const sheetIn = (trx: Trx, sourceId: string) =>
  trx
    .selectFrom('data_source')
    .where('id', '=', sourceId)
    .where('kind', '=', 'google-sheet')
    .select(['id', 'name', 'sheet_id', 'sheet_name', 'user_id'])
    .executeTakeFirst();

/** The key of the service account that reads it; undefined where it is published. */
export const sheetKeyOf = (trx: Trx, sourceId: string) =>
  trx
    .selectFrom('sheet_key')
    .where('data_source_id', '=', sourceId)
    .select(['client_email', 'sealed'])
    .executeTakeFirst();

/** What it takes to read a sheet into the customers; and besides, where those that are there are changed. */
const permission = 'customer.create';
const needs = {
  [permission]: 'quyền thêm khách hàng',
  'customer.update': 'quyền sửa khách hàng',
} as const satisfies Partial<Record<Permission, string>>;

/** What somebody would need to have a sheet read like this, in words; undefined where they have it all. */
export function whyNotSync(caller: Caller | undefined, existing: 'update' | 'skip'): string | undefined {
  if (caller === undefined) return 'tài khoản';
  const needed: (keyof typeof needs)[] = existing === 'update' ? [permission, 'customer.update'] : [permission];
  const lacking = needed.find((one) => !isAllowed(caller.role, one));
  return lacking && needs[lacking];
}

/** Asks for a sheet to be read: all of it as the last time (`sync`), or its columns first (`read`). */
export async function startSync(
  trx: Trx,
  by: { caller: Caller; network: string },
  { id, name, sheet_name }: { id: string; name: string; sheet_name: string },
  step: 'sync' | 'read',
) {
  const fileName = `${sheet_name}.csv`.slice(0, 200);
  const input: ImportInput = { subject: 'customer', step, fileName, network: by.network, source: id };
  const job = await startJob(trx, by, {
    kind: 'import',
    title: `Đồng bộ ${name}`,
    permission,
    input,
  });
  await keepSync(trx, id, { job_id: job.id });
  return job;
}

/** The first time to come, from when it was due on: what is read once a day is read at that time of day, though each look comes a little late. */
const next = sql<Date>`next_at + make_interval(mins => coalesce(every_minutes, 60))
  * (1 + floor(extract(epoch from now() - next_at) / 60 / coalesce(every_minutes, 60)))`;

/** Begins what is due, each as whoever wants it; who may no longer sign in syncs nothing. */
export async function startDueSyncs(
  { inTenant, directory }: Pick<Db, 'directory'> & { inTenant: InTenant },
  callerOf: (trx: Trx, accountId: string) => Promise<Caller | undefined>,
): Promise<void> {
  for (const { id: tenantId } of await directory.tenants()) {
    await inTenant(tenantId, async (trx) => {
      const due = await trx
        .selectFrom('sheet_sync')
        .where('next_at', '<=', sql<Date>`now()`)
        .select(['data_source_id', 'account_id', next.as('next')])
        .forUpdate()
        .skipLocked()
        .limit(100)
        .execute();
      for (const { data_source_id: id, account_id, next: next_at } of due) {
        await keepSync(trx, id, { next_at });
        const [sheet, sync] = [await sheetIn(trx, id), await syncOf(trx, id)];
        const caller = account_id === null ? undefined : await callerOf(trx, account_id);
        if (sheet === undefined || sync === undefined || sync.isGoingOn) continue;
        const lost = whyNotSync(caller, sync.existing);
        // A job of theirs would fail where nobody but they can see it.
        const why =
          caller === undefined || lost !== undefined
            ? `Người hẹn lịch không còn ${lost}: hãy lưu lại lịch đồng bộ`
            : await startSync(trx, { caller, network: '' }, sheet, 'sync').then(() => undefined, tooMany);
        if (why !== undefined)
          await keepSync(trx, id, { last_at: sql<Date>`now()`, last_error: why, last_counts: null });
      }
    });
  }
}

/** The words of a company that has too much already. */
function tooMany(error: unknown): string {
  if (error instanceof Problem && error.code === 'over_share') return error.message;
  throw error;
}
