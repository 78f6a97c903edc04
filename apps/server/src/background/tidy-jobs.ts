import type { Db } from '../db/database.ts';
import type { FileStore } from '../storage/file-store.ts';
import { jobFiles } from './job-files.ts';

/**
 * Removes jobs whose time is over. A row that stays, because a file of it does, is tried again; a file without a row never would be.
 * One that its person has taken up again meanwhile stays with all that it has.
 */
export async function tidyJobs(db: Pick<Db, 'inTenant' | 'directory'>, files: FileStore): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    const due = await db.inTenant(tenantId, (trx) =>
      trx.selectFrom('job').select('id').where('expires_at', '<', new Date()).execute(),
    );
    for (const { id } of due) {
      await db.inTenant(tenantId, async (trx) => {
        const gone = await trx
          .deleteFrom('job')
          .where('id', '=', id)
          .where('expires_at', '<', new Date())
          .returning('id')
          .executeTakeFirst();
        if (gone === undefined) return;
        for (const key of jobFiles(tenantId, id)) await files.remove(key);
      });
    }
  }
}
