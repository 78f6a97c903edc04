import { CompiledQuery, sql } from 'kysely';

import type { InTenant, Trx } from '../../db/database.ts';
import type { Claim } from '../lease/lease-store.ts';
import { Fenced, type HistoryBatch, type HistoryStore, Unwritable } from './history-batch.ts';
import { eventRow, isKept, monthOf, rowsOf } from './history-rows.ts';
import { writeStatement } from './history-sql.ts';

/** Months whose partitions are known to exist, of all tenants: they are made once and never go while a process runs. */
export type KnownMonths = Set<string>;

/** The history of one tenant in PostgreSQL, written under a claim. */
export function historyStore(inTenant: InTenant, tenantId: string, claim: Claim, months: KnownMonths): HistoryStore {
  return {
    async write({ calls, events }) {
      const rows = makeRows(calls);
      const parameters = [
        claim.holder,
        claim.epoch,
        rows.map((row) => row.call),
        rows.flatMap((row) => row.legs),
        rows.flatMap((row) => row.segments),
        rows.flatMap((row) => row.recordings),
        events.filter(isKept).map(eventRow),
      ].map((parameter) => (Array.isArray(parameter) ? JSON.stringify(parameter) : parameter));
      const missing = monthsOf({ calls, events }).filter((month) => !months.has(month));
      await inTenant(tenantId, async (trx) => {
        await createMonths(trx, missing);
        const { rows: answer } = await trx.executeQuery<{ claims: number }>(
          CompiledQuery.raw(writeStatement, parameters),
        );
        if (answer[0]?.claims !== 1)
          throw new Fenced(`The tenant is not run in epoch ${claim.epoch} of ${claim.holder}.`);
      });
      for (const month of missing) months.add(month);
    },
    closeOrphans: (known) => inTenant(tenantId, (trx) => closeOrphans(trx, known)),
  };
}

function makeRows(calls: HistoryBatch['calls']) {
  try {
    return calls.map(({ call, revision }) => rowsOf(call, revision));
  } catch (error) {
    throw new Unwritable('A call cannot be made into rows.', { cause: error });
  }
}

function monthsOf({ calls, events }: HistoryBatch): string[] {
  const starts = [...calls.map(({ call }) => call.startedAt), ...events.map((seen) => seen.callStartedAt)];
  return [...new Set(starts.map(monthOf))];
}

/** Makes the partitions of months (`2026-11`) where they are missing. */
export async function createMonths(trx: Trx, months: readonly string[]): Promise<void> {
  for (const month of months) await sql`select create_call_month(${`${month}-01`}::date)`.execute(trx);
}

async function closeOrphans(
  trx: Trx,
  { running, before }: Parameters<HistoryStore['closeOrphans']>[0],
): Promise<number> {
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
  const close = (table: 'leg' | 'call_segment', column: string, also: string) =>
    sql`
      update ${sql.table(table)} as part set ${sql.ref(column)} = call.ended_at ${sql.raw(also)} from call
      where call.id = any(${ids}::uuid[]) and part.call_id = call.id and part.${sql.ref(column)} is null`.execute(trx);
  await close('leg', 'ended_at', `, cause = 'interrupted'`);
  await close('call_segment', 'to_at', '');
  await sql`update recording set state = 'failed' where call_id = any(${ids}::uuid[]) and state = 'open'`.execute(trx);
  return ids.length;
}
