import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { HistoryAtStart } from './history-batch.ts';

/** A process that ends a call may know less of it than the one before: what that one left open of it, it ends a moment later. */
export interface OpenParts {
  /** To be called before this process writes: until it has ended open parts, whoever comes after it knows that it has not. */
  begin(trx: Trx): Promise<void>;
  /** Ends parts of calls of which no process knows; nobody says when that was. */
  end(trx: Trx, remembered: HistoryAtStart): Promise<void>;
  /** That is committed. */
  done(): void;
}

export function openParts(journal: number): OpenParts {
  /** Since when calls began of which processes that are gone may have left something open; null where none has. */
  let left: Date | null | undefined;
  let isDone = false;
  return {
    async begin(trx) {
      if (isDone) return;
      const before = await leftSince(trx);
      // A day is longer than calls are.
      await sql`
        insert into history_mark (journal, seq, parts_since)
        select ${journal}::integer, 0, coalesce(
          (select started_at from call order by started_at desc limit 1) - interval '1 day', now() - interval '1 day')
        on conflict (tenant_id, journal) do update
          set parts_since = coalesce(history_mark.parts_since, excluded.parts_since)`.execute(trx);
      if (left === undefined) left = before;
    },
    async end(trx, remembered) {
      const since = left === undefined ? await leftSince(trx) : left;
      if (since !== null) await endForgottenParts(trx, remembered, since);
      if (remembered.takenUp.length > 0) await endUnknownParts(trx, remembered);
      await sql`update history_mark set parts_since = null where parts_since is not null`.execute(trx);
    },
    done() {
      isDone = true;
    },
  };
}

async function leftSince(trx: Trx): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`select min(parts_since) as since from history_mark`.execute(trx);
  return rows[0]?.since ?? null;
}

/** Of calls that a process ended which knew less of them than the one before it, and died in its turn. */
async function endForgottenParts(trx: Trx, { takenUp, before }: HistoryAtStart, since: Date): Promise<void> {
  const ended = sql`call.started_at >= ${since} and call.status <> 'in_progress' and call.revision < ${before}
    and not (call.id = any(${takenUp.map(({ id }) => id)}::uuid[]))`;
  // The time is said of both tables, so that older parts of neither are looked at.
  await sql`
    update leg set ended_at = greatest(leg.started_at, leg.ringing_at, leg.answered_at), cause = 'interrupted'
    from call where ${ended} and leg.call_id = call.id and leg.call_started_at = call.started_at
      and leg.call_started_at >= ${since} and leg.ended_at is null`.execute(trx);
  await sql`
    update call_segment as segment set to_at = segment.from_at
    from call where ${ended} and segment.call_id = call.id and segment.call_started_at = call.started_at
      and segment.call_started_at >= ${since} and segment.to_at is null`.execute(trx);
}

/** Of calls that this process knows, without these. */
async function endUnknownParts(trx: Trx, { takenUp, began }: HistoryAtStart): Promise<void> {
  const known = JSON.stringify(takenUp);
  await sql`
    update leg set ended_at = greatest(leg.started_at, leg.ringing_at, leg.answered_at), cause = 'interrupted'
    from jsonb_to_recordset(${known}::jsonb) as known (id uuid, legs text[])
    where leg.call_id = known.id and leg.ended_at is null and leg.started_at <= ${new Date(began)}
      and not (leg.id = any(known.legs))`.execute(trx);
  await sql`
    update call_segment as segment set to_at = segment.from_at
    from jsonb_to_recordset(${known}::jsonb) as known (id uuid, segments text[])
    where segment.call_id = known.id and segment.to_at is null and segment.from_at <= ${new Date(began)}
      and not (segment.id = any(known.segments))`.execute(trx);
}
