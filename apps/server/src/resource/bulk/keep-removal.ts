import type { BulkReport } from '@alo/contract';
import { sql } from 'kysely';

import { expiry } from '../../background/job-rows.ts';
import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import type { RemovedRow } from '../changing.ts';
import type { BulkInput } from './bulk-state.ts';
import type { Bulkable } from './bulkable.ts';

/**
 * What was deleted in a request is kept as a change of many rows that is done: its person sees it among their jobs, and takes it back
 * as any other. Answers the job.
 */
export async function keepRemoval(
  trx: Trx,
  { caller, network }: By,
  { subject, title, permissions }: Bulkable,
  removed: readonly RemovedRow<{ readonly id: string; readonly version: number }>[],
): Promise<string> {
  const id = newId();
  const rows = removed.length;
  const input: BulkInput = {
    subject,
    step: 'run',
    action: { kind: 'delete' },
    network,
    wanted: { search: '', filters: {}, ids: removed.map(({ before }) => before.id) },
  };
  const report: BulkReport = {
    subject,
    action: 'delete',
    step: 'run',
    kept: [],
    counts: { rows, done: rows, same: 0, kept: 0, gone: 0 },
  };
  await trx
    .insertInto('job')
    .values({
      id,
      account_id: caller.accountId,
      api_key_id: caller.apiKeyId ?? null,
      created_by: caller.accountId,
      kind: 'bulk',
      title: `Xoá ${title}`,
      permission: permissions.delete,
      state: 'done',
      done: rows,
      total: rows,
      input: JSON.stringify(input),
      report: JSON.stringify(report),
      finished_at: sql<Date>`now()`,
      expires_at: expiry(),
    })
    .execute();
  await trx
    .insertInto('bulk_batch')
    .values({
      id: newId(),
      job_id: id,
      number: 0,
      taken: true,
      removed: JSON.stringify(removed),
      row_ids: removed.map(({ before }) => before.id),
      row_versions: removed.map(({ before }) => before.version),
    })
    .execute();
  return id;
}
