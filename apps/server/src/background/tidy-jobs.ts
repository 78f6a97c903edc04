import type { Db } from '../db/database.ts';
import type { FileStore } from '../storage/file-store.ts';
import { jobFiles } from './job-files.ts';

/** Removes jobs whose time is over, their files first: a row that stays is tried again, a file without a row never. */
export async function tidyJobs(db: Pick<Db, 'inTenant' | 'directory'>, files: FileStore): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    const due = await db.inTenant(tenantId, (trx) =>
      trx.selectFrom('job').select('id').where('expires_at', '<', new Date()).execute(),
    );
    for (const { id } of due) {
      for (const key of jobFiles(tenantId, id)) await files.remove(key);
      await db.inTenant(tenantId, (trx) => trx.deleteFrom('job').where('id', '=', id).execute());
    }
  }
}
