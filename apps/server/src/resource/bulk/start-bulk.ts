import type { Permission } from '@alo/contract';

import { startJob } from '../../background/job-rows.ts';
import { afterCommit } from '../../db/after-commit.ts';
import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ResourceDeps } from '../store.ts';
import type { BulkAction, BulkInput, BulkWanted } from './bulk-state.ts';
import type { Bulkable } from './bulkable.ts';

/** Asks for a change of many rows; a worker does it. */
export function startBulk(
  { db, announceJob }: Pick<ResourceDeps, 'db' | 'announceJob'>,
  bulkable: Bulkable,
  by: By,
  action: BulkAction,
  wanted: BulkWanted,
): Promise<{ job_id: string }> {
  const { tenantId } = by.caller;
  const input = { subject: bulkable.subject, step: 'run', action, wanted, network: by.network } satisfies BulkInput;
  return db.inTenant(tenantId, async (trx) => {
    const job = { kind: 'bulk', ...(await described(trx, bulkable, action)), input };
    const { id } = await startJob(trx, by, job);
    afterCommit(trx, () => announceJob({ tenantId, jobId: id }));
    return { job_id: id };
  });
}

/** What the job is called, and what one needs to see what it did and take it back. */
async function described(
  trx: Trx,
  { title, permissions, listNamed }: Bulkable,
  action: BulkAction,
): Promise<{ title: string; permission: Permission }> {
  switch (action.kind) {
    case 'delete':
      return { title: `Xoá ${title}`, permission: permissions.delete };
    case 'set':
      return { title: `Sửa ${title}`, permission: permissions.set };
    case 'put':
    case 'take-off': {
      const name = await listNamed(trx, action.list, action.id);
      if (name === undefined) throw Problem.invalid({ id: 'Hãy chọn một danh sách đang có' });
      const words = action.kind === 'put' ? `Thêm ${title} vào` : `Bỏ ${title} khỏi`;
      // As the contract names it: only lists that a resource states are found.
      return { title: `${words} ${name}`, permission: `${action.list}.update` as Permission };
    }
    default:
      return action satisfies never;
  }
}
