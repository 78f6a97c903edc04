import type { Db } from '../db/database.ts';
import { eachOf } from '../kernel/each-of.ts';
import type { FileStore } from '../storage/file-store.ts';
import { jobFiles } from './job-files.ts';

/** So many files that cannot be removed are no fault of theirs: the store is not there. */
const wrongAtMost = 10;

/**
 * Removes jobs whose time is over. A row that stays, because a file of it does, is tried again; a file without a row never would be.
 * One that its person has taken up again meanwhile stays with all that it has.
 */
export async function tidyJobs(db: Pick<Db, 'inTenant' | 'directory'>, files: FileStore): Promise<void> {
  const tenants = await db.directory.tenants();
  const due: { id: string; tenantId: string }[] = [];
  for (const { id: tenantId } of tenants) {
    const its = await db.inTenant(tenantId, (trx) =>
      trx.selectFrom('job').select('id').where('expires_at', '<', new Date()).execute(),
    );
    due.push(...its.map(({ id }) => ({ id, tenantId })));
  }
  const remove = ({ id, tenantId }: (typeof due)[number]) =>
    db.inTenant(tenantId, async (trx) => {
      const gone = await trx
        .deleteFrom('job')
        .where('id', '=', id)
        .where('expires_at', '<', new Date())
        .returning('id')
        .executeTakeFirst();
      if (gone === undefined) return;
      for (const key of jobFiles(tenantId, id)) await files.remove(key);
    });
  await eachOf(due, remove, wrongAtMost);
}
