import { isSpent } from '@alo/call-core';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { DueEvent } from './company-events.ts';
import type { HistoryAtStart, HistoryStore, LostHistory } from './history-batch.ts';
import { spanRow } from './history-rows.ts';
import type { OpenParts } from './open-parts.ts';

/** Ends the open rows of calls that no process has, in the transaction given. Answers their recordings, whose files say how they ended. */
export async function endForgottenRows(
  trx: Trx,
  remembered: HistoryAtStart,
  { journal, parts }: { readonly journal: number; readonly parts: OpenParts },
): Promise<LostHistory> {
  const calls = await endCalls(trx, remembered);
  await parts.end(trx, remembered);
  await endSpans(trx, remembered, journal);
  return { calls, recordings: await openRecordings(trx, remembered) };
}

/** A call that nobody knows of ended when the last that is known of it happened. */
async function endCalls(trx: Trx, { running, before }: HistoryAtStart): Promise<number> {
  const { rows } = await sql<Ended>`
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
    returning call.id, call.started_at, call.ended_at, call.status`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await sql`select tell_events(${JSON.stringify(rows.map(endOf))}::jsonb)`.execute(trx);
  const close = (table: 'leg' | 'call_segment', column: string, also: string) =>
    sql`
      update ${sql.table(table)} as part set ${sql.ref(column)} = call.ended_at ${sql.raw(also)} from call
      where call.id = any(${ids}::uuid[]) and part.call_id = call.id and part.${sql.ref(column)} is null`.execute(trx);
  await close('leg', 'ended_at', `, cause = 'interrupted'`);
  await close('call_segment', 'to_at', '');
  await sql`
    update call set shares = shares_of(tenant_id, id, started_at, from_extension, to_extension, talk_ms)
    where id = any(${ids}::uuid[]) and status = 'answered'`.execute(trx);
  return ids.length;
}

type Ended = { readonly id: string; readonly started_at: Date; readonly ended_at: Date; readonly status: string };

/** Programs that heard of its beginning hear of its end, as of that of any call. */
const endOf = ({ id, started_at, ended_at, status }: Ended): DueEvent => ({
  type: 'call.ended',
  key: `${id}/call.ended`,
  at: ended_at,
  call_id: id,
  call_started_at: started_at,
  detail: { status },
});

/**
 * What people's time went to by events that the journal did not get, because of a power cut or a full disk, never was, and what it has goes on.
 * What is open without anybody knowing of it, because its machine does not come back, ended when something else began, or when anything was
 * last known.
 */
async function endSpans(trx: Trx, remembered: HistoryAtStart, journal: number): Promise<void> {
  const { spans, before, began, aliveAt } = remembered;
  await mendPastSpans(trx, remembered, journal);
  await giveWayToTold(trx, remembered, journal);
  const rows = JSON.stringify(
    spans.map((span) => ({ extension: span.extension, from_at: new Date(span.from), open: isSpent(span) })),
  );
  const known = sql`jsonb_to_recordset(${rows}::jsonb) as known (extension text, from_at timestamptz, open boolean)`;
  const isOld = sql`span.extension = known.extension and span.revision < ${before} and span.journal = ${journal}`;
  await sql`
    update status_span as span set to_at = null from ${known}
    where ${isOld} and span.from_at = known.from_at and known.open and span.to_at is not null`.execute(trx);
  await sql`
    delete from status_span as span using ${known}
    where ${isOld} and (span.from_at > known.from_at or span.from_at = known.from_at and not known.open)`.execute(trx);
  await addMissingSpans(trx, remembered, journal);
  // Only the last one of each can be open, or the one before what the journal has last.
  await sql`
    with last as (
      select span.* from extension cross join lateral (
        select extension, from_at, to_at from status_span
        where extension = extension.number and revision < ${before} order by from_at desc limit 2) as span
    ), forgotten as (
      select last.extension, last.from_at,
        (select min(later.from_at) from status_span as later
          where later.extension = last.extension and later.from_at > last.from_at) as next_at
      from last left join ${known} on known.extension = last.extension and known.from_at = last.from_at and known.open
      where last.to_at is null and known.extension is null
    )
    update status_span as span
    set to_at = greatest(span.from_at, least(next_at, ${new Date(began)},
      greatest(${new Date(aliveAt)}, (select max(from_at) from last))))
    from forgotten where span.extension = forgotten.extension and span.from_at = forgotten.from_at`.execute(trx);
}

/**
 * The journal can lack one event and have the next: what was written of the lost one lies between spans that the journal has, or ends
 * one of them later than the journal does.
 */
async function mendPastSpans(trx: Trx, { pastSpans, spans, before }: HistoryAtStart, journal: number): Promise<void> {
  const rows = JSON.stringify(
    pastSpans.map(({ extension, from, to }) => ({ extension, from_at: new Date(from), to_at: new Date(to) })),
  );
  const past = sql`jsonb_to_recordset(${rows}::jsonb) as past (extension text, from_at timestamptz, to_at timestamptz)`;
  const now = JSON.stringify(spans.map(({ extension, from }) => ({ extension, from_at: new Date(from) })));
  await sql`
    update status_span as span set to_at = past.to_at from ${past}
    where span.extension = past.extension and span.from_at = past.from_at and span.to_at is distinct from past.to_at
      and span.revision < ${before} and span.journal = ${journal}`.execute(trx);
  const known = sql`jsonb_to_recordset(${now}::jsonb) as known (extension text, from_at timestamptz)`;
  await sql`
    with past as (select * from ${past}),
      known as (select * from ${known}),
      covered as (
        select extension, min(past.from_at) as since, known.from_at as until
        from past join known using (extension) group by extension, known.from_at)
    delete from status_span as span using covered
    where span.extension = covered.extension and span.from_at > covered.since and span.from_at < covered.until
      and span.revision < ${before} and span.journal = ${journal}
      and not exists (
        select from past where past.extension = span.extension and past.from_at = span.from_at)`.execute(trx);
  // What began by an event that it lacks, before the first that it has, lasts until that at most; its end may never have been told.
  await sql`
    with its as (
        select * from ${known} union all select extension, from_at from ${past}),
      first as (select extension, min(from_at) as since from its group by extension),
      earlier as (
        select span.extension, span.from_at, first.since from first cross join lateral (
          select * from status_span where extension = first.extension and from_at < first.since
          order by from_at desc limit 1) as span
        where span.revision < ${before}
          and (span.to_at is null or span.to_at > first.since and span.journal = ${journal}))
    update status_span as span set to_at = earlier.since from earlier
    where span.extension = earlier.extension and span.from_at = earlier.from_at`.execute(trx);
}

/**
 * What the journal has stands in the history, whatever the history had in its place by an event that the journal lacks. Where another
 * installation has told of somebody since, it is the one that knows.
 */
async function addMissingSpans(trx: Trx, { pastSpans, spans, before }: HistoryAtStart, journal: number): Promise<void> {
  const rows = JSON.stringify(
    [...pastSpans, ...spans.filter(isSpent)].map((span) => spanRow({ span, revision: before - 1 }, journal)),
  );
  await sql`
    insert into status_span (extension, from_at, revision, journal, status, reason, to_at)
    select extension, from_at, revision, journal, status, reason, to_at
    from jsonb_to_recordset(${rows}::jsonb) as has (
      extension text, from_at timestamptz, revision bigint, journal integer, status text, reason text, to_at timestamptz)
    where not exists (
      select from status_span as later
      where later.extension = has.extension and later.from_at >= has.from_at and later.journal <> has.journal)
    on conflict do nothing`.execute(trx);
}

/**
 * Of people of whom the journal had nothing, as where the disk was full from their first event on, an engine tells this process again. From
 * then on it is as it is told now: another process may have heard the same at other moments.
 */
async function giveWayToTold(trx: Trx, { toldSpans, before }: HistoryAtStart, journal: number): Promise<void> {
  const rows = JSON.stringify(toldSpans.map(({ extension, since }) => ({ extension, since: new Date(since) })));
  const told = sql`jsonb_to_recordset(${rows}::jsonb) as told (extension text, since timestamptz)`;
  const isOld = sql`span.extension = told.extension and span.revision < ${before} and span.journal = ${journal}`;
  await sql`delete from status_span as span using ${told} where ${isOld} and span.from_at >= told.since`.execute(trx);
  await sql`
    update status_span as span set to_at = told.since from ${told}
    where ${isOld} and (span.to_at is null or span.to_at > told.since)`.execute(trx);
}

async function openRecordings(trx: Trx, { recordings, before, began, takenUp }: HistoryAtStart): Promise<string[]> {
  const known = takenUp.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select recording.id from recording
    join call on call.id = recording.call_id and call.started_at = recording.call_started_at
    where recording.state = 'open' and recording.started_at <= ${new Date(began)}
      and not (recording.id = any(${recordings}::text[])) and (call.revision < ${before} or call.id = any(${known}::uuid[]))`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

export async function endRecordings(trx: Trx, measured: Parameters<HistoryStore['endRecordings']>[0]): Promise<void> {
  const ended = JSON.stringify(
    measured.map(({ id, file }) => ({ id, ms: file?.durationMs ?? 0, bytes: file?.bytes ?? 0 })),
  );
  await sql`
    update recording set
      duration_ms = case when recording.dropped then 0 else ended.ms end,
      bytes = case when recording.dropped then 0 else ended.bytes end,
      state = case when ended.bytes = 0 or recording.dropped then 'failed' else 'incomplete' end
    from jsonb_to_recordset(${ended}::jsonb) as ended (id text, ms bigint, bytes bigint)
    where recording.id = ended.id and recording.state = 'open'`.execute(trx);
}
