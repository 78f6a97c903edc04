import { sql } from 'kysely';
import { audit } from '../db/audit.ts';
import type { Db } from '../db/database.ts';
import { eachOf } from '../kernel/each-of.ts';
import { newId } from '../kernel/new-id.ts';
import type { FileStore } from '../storage/file-store.ts';
import { letRecordingsGo } from './let-recordings-go.ts';
import type { OutsideDatabase } from './outside-database.ts';

const dayMs = 86_400_000;
const atOnce = 500;
/** A session that has ended says for so long who was signed in from where. */
const sessionDays = 90;

/** So many recordings that cannot be removed are no fault of theirs: the store is not there. */
const stuckAtMost = 10;

/** What went, by what it was. */
type Gone = Record<'recordings' | 'calls' | 'sessions', number>;

/**
 * Removes what each company keeps no longer: recordings with their files, calls, sessions that have ended, months of the trail.
 * What is held stays. A company that has set nothing keeps everything. Each run that took something is in the company's trail, with counts.
 * What cannot be removed, as what its bucket keeps, holds back nothing else, least of all another company's.
 */
export async function removeOld(
  {
    db,
    files,
    beside,
  }: {
    db: Pick<Db, 'inTenant' | 'directory' | 'outside'>;
    files: Pick<FileStore, 'remove'>;
    beside: OutsideDatabase;
  },
  now: number,
): Promise<void> {
  const before = (days: number) => new Date(now - days * dayMs);
  async function removeOf(tenantId: string): Promise<void> {
    const keep = await db.inTenant(tenantId, (trx) =>
      trx.selectFrom('system_setting').select(['keep_recordings_days', 'keep_calls_days']).executeTakeFirst(),
    );
    if (keep === undefined) return;
    const gone: Gone = { recordings: 0, calls: 0, sessions: 0 };
    const steps = [
      // A call that is kept no longer takes its recording along.
      () =>
        removeRecordings(
          { db, files, gone },
          tenantId,
          before(Math.min(keep.keep_recordings_days, keep.keep_calls_days)),
        ),
      async () => {
        gone.calls = await removeCalls(db, tenantId, before(keep.keep_calls_days));
      },
      async () => {
        gone.sessions = await removeSessions(db, tenantId, before(sessionDays));
      },
      () =>
        db.inTenant(tenantId, (trx) =>
          trx.deleteFrom('otp_request').where('created_at', '<', before(keep.keep_calls_days)).execute(),
        ),
      () =>
        db.inTenant(tenantId, (trx) =>
          trx.deleteFrom('call_return').where('updated_at', '<', before(keep.keep_calls_days)).execute(),
        ),
      // A score goes with its call, also where that was erased with its customer.
      () =>
        db.inTenant(tenantId, (trx) =>
          trx
            .deleteFrom('evaluation')
            .where((one) =>
              one.not(
                one.exists(
                  one
                    .selectFrom('call')
                    .whereRef('call.id', '=', 'evaluation.call_id')
                    .whereRef('call.started_at', '=', 'evaluation.call_started_at')
                    .select('call.id'),
                ),
              ),
            )
            .execute(),
        ),
      // When a stranger was spoken with last; a customer's is kept with them.
      () =>
        db.inTenant(tenantId, (trx) =>
          trx
            .deleteFrom('number_contact')
            .where('at', '<', before(keep.keep_calls_days))
            .where((one) =>
              one.not(
                one.exists(
                  one
                    .selectFrom('customer_phone')
                    .whereRef('customer_phone.e164', '=', 'number_contact.e164')
                    .select('customer_phone.id'),
                ),
              ),
            )
            .execute(),
        ),
      // What was said and written of strangers; of a customer it is kept with them.
      ...(['disposition', 'call_note'] as const).map(
        (table) => () =>
          db.inTenant(tenantId, (trx) =>
            trx
              .deleteFrom(table)
              .where('customer_id', 'is', null)
              .where('created_at', '<', before(keep.keep_calls_days))
              .execute(),
          ),
      ),
      () =>
        db.inTenant(tenantId, (trx) =>
          trx
            .deleteFrom('status_span')
            .where('from_at', '<', before(keep.keep_calls_days))
            .where('to_at', 'is not', null)
            .execute(),
        ),
      () => beside.forgetAside(tenantId, (line) => isOlder(line, before(keep.keep_calls_days))),
      async () => {
        if (gone.calls > 0) beside.callsErased(tenantId);
      },
      () => record(db, tenantId, gone),
      // Says in the trail itself what went of it.
      () => db.inTenant(tenantId, (trx) => sql`select expire_audit(${newId()})`.execute(trx)),
    ];
    await eachOf<() => Promise<unknown>>(steps, (step) => step());
  }
  const dropMonths = () =>
    db.outside((one) => sql`select drop_empty_months(${new Date(now).toISOString().slice(0, 10)}::date)`.execute(one));
  // What is asked of data by law does not end with the contract.
  const tenants = await db.directory.everyTenant();
  await eachOf<() => Promise<unknown>>(
    [
      ...tenants.map(
        ({ id }) =>
          () =>
            removeOf(id),
      ),
      dropMonths,
    ],
    (one) => one(),
  );
}

/** A row that the database refused says when. */
function isOlder(line: string, than: Date): boolean {
  const at = /"at":"([^"]+)"/.exec(line)?.[1];
  return at !== undefined && new Date(at) < than;
}

async function removeRecordings(
  { db, files, gone }: { db: Pick<Db, 'inTenant'>; files: Pick<FileStore, 'remove'>; gone: Gone },
  tenantId: string,
  before: Date,
): Promise<void> {
  const stuck = new Map<string, unknown>();
  while (stuck.size < stuckAtMost) {
    const old = await db.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('recording')
        .where('call_started_at', '<', before)
        .where('state', '<>', 'open')
        .where(sql<boolean>`id <> all(${[...stuck.keys()]}::text[])`)
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
    if (old.length === 0) break;
    const removed: string[] = [];
    await db.inTenant(tenantId, (trx) =>
      letRecordingsGo(
        trx,
        old.map(({ id }) => id),
      ),
    );
    // Files first: a row that stays is tried again, a file without a row never.
    for (const { id } of old) {
      if (stuck.size >= stuckAtMost) break;
      try {
        await files.remove({ area: 'recordings', tenantId, name: `${id}.wav` });
        removed.push(id);
      } catch (error) {
        stuck.set(id, error);
      }
    }
    if (removed.length === 0) continue;
    const { rows } = await db.inTenant(tenantId, (trx) =>
      sql<{ n: number }>`select expire_recordings(${removed}::text[], ${before}) as n`.execute(trx),
    );
    const n = rows[0]?.n ?? 0;
    gone.recordings += n;
    // One that came to be held meanwhile is not looked at for ever.
    if (n === 0) break;
  }
  if (stuck.size > 0) throw new AggregateError(stuck.values(), `${stuck.size} recordings could not be removed.`);
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
