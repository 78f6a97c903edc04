import { startJob } from '../../background/job-rows.ts';
import { afterCommit } from '../../db/after-commit.ts';
import type { By } from '../../kernel/by.ts';
import type { ResourceDeps } from '../store.ts';
import type { BulkAction, BulkInput, BulkWanted } from './bulk-state.ts';
import type { Bulkable } from './bulkable.ts';

/** Asks for a change of many rows; a worker does it. */
export function startBulk(
  { db, announceJob }: Pick<ResourceDeps, 'db' | 'announceJob'>,
  { subject, title, permissions }: Bulkable,
  by: By,
  action: BulkAction,
  wanted: BulkWanted,
): Promise<{ job_id: string }> {
  const { tenantId } = by.caller;
  const input = { subject, step: 'run', action, wanted, network: by.network } satisfies BulkInput;
  return db.inTenant(tenantId, async (trx) => {
    const words = action.kind === 'delete' ? 'Xoá' : 'Sửa';
    const job = { kind: 'bulk', title: `${words} ${title}`, permission: permissions[action.kind], input };
    const { id } = await startJob(trx, by, job);
    afterCommit(trx, () => announceJob({ tenantId, jobId: id }));
    return { job_id: id };
  });
}
