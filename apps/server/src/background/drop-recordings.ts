import type { Db } from '../db/database.ts';
import type { QueueLog } from '../jobs/queue-log.ts';
import type { FileStore } from '../storage/file-store.ts';
import { letRecordingsGo } from './let-recordings-go.ts';

const atOnce = 100;

/**
 * Removes the files of recordings that a customer refused, where the company keeps nothing then. Nobody hears them from the moment of the
 * refusal; the row stays and says that there was one. A file that cannot be removed now holds back no other, and is tried again.
 */
export async function dropRecordings({
  db,
  files,
  log,
}: {
  readonly db: Pick<Db, 'inTenant' | 'directory'>;
  readonly files: Pick<FileStore, 'remove'>;
  readonly log: Pick<QueueLog, 'warn'>;
}): Promise<void> {
  for (const { id: tenantId } of await db.directory.everyTenant()) {
    const due = await db.inTenant(tenantId, async (trx) => {
      const found = await trx
        .selectFrom('recording')
        .where('dropped', '=', true)
        .where('kept_as', 'in', ['due', 'going'])
        // Its engine writes to it until then.
        .where('state', '<>', 'open')
        .orderBy('call_started_at')
        .orderBy('id')
        .limit(atOnce)
        .select('id')
        .execute();
      const ids = found.map(({ id }) => id);
      await letRecordingsGo(trx, ids);
      return ids;
    });
    for (const id of due) {
      try {
        await files.remove({ area: 'recordings', tenantId, name: `${id}.wav` });
        await db.inTenant(tenantId, (trx) =>
          trx.updateTable('recording').set({ kept_as: 'none' }).where('id', '=', id).execute(),
        );
      } catch (error) {
        log.warn({ err: error, tenant: tenantId, recording: id }, 'a recording that was refused is not removed yet');
      }
    }
  }
}
