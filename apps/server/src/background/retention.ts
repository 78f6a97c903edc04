import { sql } from 'kysely';

import { audit } from '../db/audit.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';
import type { FileStore } from '../storage/file-store.ts';

const dayMs = 86_400_000;
const atOnce = 500;
/** A session that has ended says for so long who was signed in from where. */
const sessionDays = 90;

/** What went, by what it was. */
type Gone = Readonly<Record<'recordings' | 'calls' | 'sessions', number>>;

/**
 * Removes what each company keeps no longer: recordings with their files, calls, sessions that have ended, months of the trail.
 * What is held stays. A company that has set nothing keeps everything. Each run that took something is in the company's trail, with counts.
 */
export async function removeOld(
  { db, files }: { db: Pick<Db, 'inTenant' | 'directory' | 'outside'>; files: Pick<FileStore, 'remove'> },
  now: number,
): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    const keep = await db.inTenant(tenantId, (trx) =>
      trx.selectFrom('system_setting').select(['keep_recordings_days', 'keep_calls_days']).executeTakeFirst(),
    );
    if (keep === undefined) continue;
    const before = (days: number) => new Date(now - days * dayMs);
    // A call that is kept no longer takes its recording along.
    const recordings = await removeRecordings(
      { db, files },
      tenantId,
      before(Math.min(keep.keep_recordings_days, keep.keep_calls_days)),
    );
    const calls = await removeCalls(db, tenantId, before(keep.keep_calls_days));
    const sessions = await removeSessions(db, tenantId, before(sessionDays));
    await record(db, tenantId, { recordings, calls, sessions });
    // Says in the trail itself what went of it.
    await db.inTenant(tenantId, (trx) => sql`select expire_audit(${newId()})`.execute(trx));
  }
  await db.outside((one) =>
    sql`select drop_empty_months(${new Date(now).toISOString().slice(0, 10)}::date)`.execute(one),
  );
}

async function removeRecordings(
  { db, files }: { db: Pick<Db, 'inTenant'>; files: Pick<FileStore, 'remove'> },
  tenantId: string,
  before: Date,
): Promise<number> {
  let gone = 0;
  for (;;) {
    const old = await db.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('recording')
        .where('call_started_at', '<', before)
        .where('state', '<>', 'open')
        .where((one) =>
          one.not(
            one.exists(
              one
                .selectFrom('call_hold')
                .whereRef('call_hold.call_id', '=', 'recording.call_id')
                .select('call_hold.id'),
            ),
          ),
        )
        .orderBy('call_started_at')
        .limit(atOnce)
        .select('id')
        .execute(),
    );
    if (old.length === 0) return gone;
    // Files first: a row that stays is tried again, a file without a row never.
    for (const { id } of old) await files.remove({ area: 'recordings', tenantId, name: `${id}.wav` });
    const ids = old.map(({ id }) => id);
    const { rows } = await db.inTenant(tenantId, (trx) =>
      sql<{ n: number }>`select expire_recordings(${ids}::text[], ${before}) as n`.execute(trx),
    );
    gone += rows[0]?.n ?? 0;
    // One that came to be held meanwhile is not looked at for ever.
    if ((rows[0]?.n ?? 0) === 0) return gone;
  }
}

async function removeCalls(db: Pick<Db, 'inTenant'>, tenantId: string, before: Date): Promise<number> {
  for (let gone = 0; ; ) {
    const { rows } = await db.inTenant(tenantId, (trx) =>
      sql<{ n: number }>`select expire_calls(${before}, ${atOnce}) as n`.execute(trx),
    );
    const n = rows[0]?.n ?? 0;
    if (n === 0) return gone;
    gone += n;
  }
}

async function removeSessions(db: Pick<Db, 'inTenant'>, tenantId: string, before: Date): Promise<number> {
  const { numDeletedRows } = await db.inTenant(tenantId, (trx) =>
    trx.deleteFrom('session').where('ended_at', '<', before).executeTakeFirst(),
  );
  return Number(numDeletedRows);
}

async function record(db: Pick<Db, 'inTenant'>, tenantId: string, gone: Gone): Promise<void> {
  if (Object.values(gone).every((n) => n === 0)) return;
  const nobody = { accountId: null, network: 'retention', requestId: newId() };
  const entry = { action: 'retention', subject: 'tenant', subjectId: tenantId, after: gone };
  await db.inTenant(tenantId, (trx) => audit(trx, nobody, entry));
}
