import { presentJob } from '../../background/job-rows.ts';
import type { Db } from '../../db/database.ts';
import type { LiveHub } from '../../live/live-hub.ts';

/** Tells people how their jobs stand. Changes of one job that come while an earlier one is being read are told once. */
export function jobAnnouncer({
  db,
  live,
  onError,
}: {
  db: Pick<Db, 'inTenant'>;
  live: Pick<LiveHub, 'publish'>;
  onError: (error: unknown) => void;
}) {
  const due = new Map<string, Set<string>>();

  async function tell(tenantId: string): Promise<void> {
    const ids = [...(due.get(tenantId) ?? [])];
    due.delete(tenantId);
    const rows = await db.inTenant(tenantId, (trx) =>
      trx.selectFrom('job').selectAll().where('id', 'in', ids).execute(),
    );
    for (const row of rows) {
      const job = presentJob(row);
      live.publish(tenantId, 'job-changed', ({ accountId }) => (accountId === row.account_id ? job : undefined));
    }
  }

  return (tenantId: string, jobIds: readonly string[]): void => {
    const gathered = due.get(tenantId);
    if (gathered !== undefined) {
      for (const id of jobIds) gathered.add(id);
      return;
    }
    due.set(tenantId, new Set(jobIds));
    // What else comes at this moment is read together.
    setImmediate(() => void tell(tenantId).catch(onError));
  };
}
