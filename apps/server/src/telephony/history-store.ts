import type { Call, CallEvent } from '@alo/call-core';
import { type Insertable, sql } from 'kysely';

import type { InTenant, Trx } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { rowsOf } from './history-rows.ts';

/** An event of a call with its place in the tenant's history. */
export type SeenEvent = { readonly seq: number; readonly callStartedAt: number; readonly event: CallEvent };

/** States of calls and their events, to be written together. */
export type HistoryBatch = {
  readonly calls: readonly { readonly call: Call; readonly revision: number }[];
  readonly events: readonly SeenEvent[];
};

/** Writes to a tenant's history. Writing the same twice changes nothing, and an older state never replaces a newer one. */
export async function writeHistory(
  inTenant: InTenant,
  tenantId: string,
  { calls, events }: HistoryBatch,
): Promise<void> {
  const rows = calls.map(({ call, revision }) => rowsOf(call, revision));
  await inTenant(tenantId, async (trx) => {
    await createMonths(trx, [...calls.map(({ call }) => call.startedAt), ...events.map((seen) => seen.callStartedAt)]);
    await upsertCalls(
      trx,
      rows.map((row) => row.call),
    );
    await upsertLegs(
      trx,
      rows.flatMap((row) => row.legs),
    );
    await upsertRecordings(
      trx,
      rows.flatMap((row) => row.recordings),
    );
    await insertEvents(trx, events);
  });
}

/** Makes the partitions that the rows need. Cheap where they exist; the daily job makes them ahead. */
export async function createMonths(trx: Trx, instants: readonly number[]): Promise<void> {
  const months = new Set(instants.map((instant) => new Date(instant).toISOString().slice(0, 7)));
  for (const month of months) await sql`select create_call_month(${`${month}-01`}::date)`.execute(trx);
}

async function upsertCalls(trx: Trx, rows: Insertable<Database['call']>[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('call')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'id', 'started_at'])
        .doUpdateSet(
          asInserted(
            'revision',
            'status',
            'stage',
            'answered_at',
            'ended_at',
            'service_number',
            'to_extension',
            'agent_extension',
            'wait_ms',
            'ring_ms',
            'talk_ms',
            'hold_ms',
            'cause',
            'ended_by',
            'trace',
          ),
        )
        .whereRef('call.revision', '<=', 'excluded.revision'),
    )
    .execute();
}

async function upsertLegs(trx: Trx, rows: Insertable<Database['leg']>[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('leg')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'call_id', 'id', 'call_started_at'])
        .doUpdateSet(
          asInserted(
            'ringing_at',
            'answered_at',
            'ended_at',
            'cause',
            'sip_code',
            'loss_percent',
            'jitter_ms',
            'round_trip_ms',
          ),
        ),
    )
    .execute();
}

async function upsertRecordings(trx: Trx, rows: Insertable<Database['recording']>[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('recording')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet(asInserted('state', 'duration_ms', 'bytes')),
    )
    .execute();
}

/** In a conflict these columns become what the insert would have written. */
function asInserted(...columns: readonly string[]) {
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
}

async function insertEvents(trx: Trx, events: readonly SeenEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ seq, callStartedAt, event }): Insertable<Database['call_event']> => {
    const { call, at, type, ...data } = event;
    return {
      call_id: call,
      call_started_at: new Date(callStartedAt),
      seq,
      at: new Date(at),
      type,
      data: JSON.stringify(data),
    };
  });
  await trx
    .insertInto('call_event')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Ends what the history still shows as open although no process runs it: the calls of a machine that will not come back.
 * `running` are the calls that are going on here, `before` is the first event of this process. Answers how many there were.
 */
export async function closeOrphans(
  inTenant: InTenant,
  tenantId: string,
  { running, before }: { readonly running: readonly string[]; readonly before: number },
): Promise<number> {
  return await inTenant(tenantId, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      with last_event as (
        select call.id, call.started_at, greatest(call.started_at, call.answered_at, max(call_event.at)) as at
        from call left join call_event on call_event.call_id = call.id and call_event.call_started_at = call.started_at
        where call.status = 'in_progress' and call.revision < ${before} and not (call.id = any(${running}::uuid[]))
        group by call.tenant_id, call.id, call.started_at)
      update call set stage = 'ended', cause = 'interrupted', ended_by = 'system', ended_at = last_event.at,
        status = case when call.answered_at is null then 'failed' else 'answered' end,
        talk_ms = case when call.answered_at is null then 0
          else greatest(call.talk_ms, extract(epoch from last_event.at - call.answered_at) * 1000) end
      from last_event where call.id = last_event.id and call.started_at = last_event.started_at
      returning call.id`.execute(trx);
    const ids = rows.map(({ id }) => id);
    await sql`
      update leg set ended_at = call.ended_at, cause = 'interrupted' from call
      where call.id = any(${ids}::uuid[]) and leg.call_id = call.id and leg.ended_at is null`.execute(trx);
    await sql`update recording set state = 'failed' where call_id = any(${ids}::uuid[]) and state = 'open'`.execute(
      trx,
    );
    return ids.length;
  });
}
