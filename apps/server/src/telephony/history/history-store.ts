import { createHash } from 'node:crypto';
import { isOver } from '@alo/call-core';
import { CompiledQuery, sql } from 'kysely';
import { z } from 'zod';

import type { Db, Trx } from '../../db/database.ts';
import type { Claim } from '../lease/lease-store.ts';
import { type DueEvent, eventsOfCall, eventsOfSpans } from './company-events.ts';
import { endForgottenRows, endRecordings } from './forgotten-rows.ts';
import { Fenced, type HistoryBatch, type HistoryStore, Unwritable } from './history-batch.ts';
import { eventRow, monthOf, rowsOf, spanRow } from './history-rows.ts';
import { tailStatement, writeStatement } from './history-sql.ts';
import { openParts } from './open-parts.ts';

/** Months whose partitions are known to exist, of all tenants: they are made once and never go while a process runs. */
export type KnownMonths = Set<string>;

/** The history of one tenant in PostgreSQL, written under a claim. */
export const historyStore = (
  db: Pick<Db, 'inTenant' | 'write'>,
  tenantId: string,
  claim: Claim,
  months: KnownMonths,
): HistoryStore =>
  writtenUnder(db, tenantId, { holder: claim.holder, statement: writeStatement, second: () => claim.epoch }, months);

/**
 * The same for a process that had the tenant before another took it at the moment `until`: what it knows of calls of before that, and
 * nothing of people or of what the other one does.
 */
export function tailStore(
  db: Pick<Db, 'inTenant' | 'write'>,
  tenantId: string,
  { holder, until }: { readonly holder: string; readonly until: number },
  months: KnownMonths,
): HistoryStore {
  const latest = ({ calls, events }: HistoryBatch) =>
    Math.max(0, ...calls.map(({ call }) => call.startedAt), ...events.map(({ callStartedAt }) => callStartedAt));
  const store = writtenUnder(db, tenantId, { holder, statement: tailStatement, second: latest }, months);
  return {
    ...store,
    write: (batch) =>
      store.write({
        ...batch,
        calls: batch.calls.filter(({ call }) => call.startedAt < until),
        events: batch.events.filter(({ callStartedAt }) => callStartedAt < until),
        spans: [],
      }),
    endForgotten: async () => ({ calls: 0, recordings: [] }),
  };
}

interface Right {
  readonly holder: string;
  readonly statement: string;
  /** The statement's second parameter. */
  readonly second: (batch: HistoryBatch) => number;
}

function writtenUnder(
  { inTenant, write }: Pick<Db, 'inTenant' | 'write'>,
  tenantId: string,
  { holder, statement, second }: Right,
  months: KnownMonths,
): HistoryStore {
  const journal = numberOf(holder);
  const parts = openParts(journal);
  /** By call that goes on, the keys of events that programs were told of by this process: they are not sent again. */
  const told = new Map<string, Set<string>>();
  return {
    async write(batch) {
      const { calls, events, spans, upTo } = batch;
      const rows = makeRows(calls);
      const due = dueEvents({ calls, spans }, told);
      const parameters = [
        holder,
        Math.floor(second(batch)),
        rows.map((row) => row.call),
        rows.flatMap((row) => row.legs),
        rows.flatMap((row) => row.segments),
        rows.flatMap((row) => row.queueStays),
        rows.flatMap((row) => row.recordings),
        events.map(eventRow),
        spans.map((due) => spanRow(due, journal)),
        journal,
        upTo ?? null,
        due,
      ].map((parameter) => (Array.isArray(parameter) ? JSON.stringify(parameter) : parameter));
      const missing = monthsOf({ calls, events }).filter((month) => !months.has(month));
      if (missing.length > 0) await inTenant(tenantId, (trx) => createMonths(trx, missing));
      for (const month of missing) months.add(month);
      const compile = (): CompiledQuery<{ claims: number }> => CompiledQuery.raw(statement, parameters);
      const { answer } = await write(tenantId, () => ({ answer: { compile } }));
      // Then it has written nothing.
      if (answer[0]?.claims !== 1) throw new Fenced(`The tenant is not run in epoch ${second(batch)} of ${holder}.`);
      noteTold(calls, due, told);
    },
    writtenUpTo: (calls) =>
      inTenant(tenantId, async (trx) => {
        await parts.begin(trx);
        const mark = await trx
          .selectFrom('history_mark')
          .where('journal', '=', journal)
          .select('seq')
          .executeTakeFirst();
        return { seq: Number(mark?.seq ?? 0), newer: calls.length === 0 ? [] : await newerThan(trx, calls) };
      }),
    withoutCalls: (numbers, since) =>
      inTenant(tenantId, async (trx) => {
        const { rows } = await sql<{ number: string }>`
          select number from unnest(${numbers}::text[]) as asked (number)
          where not exists (
            select from call where outside_number = asked.number and started_at >= ${new Date(since)})`.execute(trx);
        return rows.map(({ number }) => number);
      }),
    async endForgotten(remembered) {
      const forgotten = await inTenant(tenantId, (trx) => endForgottenRows(trx, remembered, { journal, parts }));
      parts.done();
      return forgotten;
    },
    endRecordings: (measured) => inTenant(tenantId, (trx) => endRecordings(trx, measured)),
  };
}

/** In the order in which all of it happened. */
function dueEvents(
  { calls, spans }: Pick<HistoryBatch, 'calls' | 'spans'>,
  told: ReadonlyMap<string, ReadonlySet<string>>,
): DueEvent[] {
  const ofCalls = calls.flatMap(({ call }) => {
    const known = told.get(call.id);
    return known === undefined ? eventsOfCall(call) : eventsOfCall(call).filter(({ key }) => !known.has(key));
  });
  const ofSpans = eventsOfSpans(spans.map(({ span }) => span));
  if (ofSpans.length === 0 && calls.length < 2) return ofCalls;
  return [...ofCalls, ...ofSpans].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function noteTold(calls: HistoryBatch['calls'], due: readonly DueEvent[], told: Map<string, Set<string>>): void {
  for (const { call_id: id, key } of due) {
    if (id === undefined) continue;
    const known = told.get(id);
    if (known === undefined) told.set(id, new Set([key]));
    else known.add(key);
  }
  for (const { call } of calls) if (isOver(call)) told.delete(call.id);
}

/** Calls that the history can have: what it never takes is asked about in vain, and must not hold up the others. */
const storable = z.object({ id: z.uuid(), startedAt: z.number().min(0).max(Date.UTC(9999, 0)) });

async function newerThan(trx: Trx, calls: HistoryBatch['calls']): Promise<string[]> {
  const due = JSON.stringify(
    calls
      .filter(({ call }) => storable.safeParse(call).success)
      .map(({ call, revision }) => ({ id: call.id, started_at: new Date(call.startedAt), revision })),
  );
  const { rows } = await sql<{ id: string }>`
    select call.id from jsonb_to_recordset(${due}::jsonb) as due (id uuid, started_at timestamptz, revision bigint)
    join call on call.id = due.id and call.started_at = due.started_at
    where call.revision > due.revision`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Names it shortly, for a row of each change of each person has it. */
const numberOf = (holder: string) => createHash('sha256').update(holder).digest().readInt32BE();

function makeRows(calls: HistoryBatch['calls']) {
  try {
    return calls.map(({ call, revision }) => rowsOf(call, revision));
  } catch (error) {
    throw new Unwritable('A call cannot be made into rows.', { cause: error });
  }
}

function monthsOf({ calls, events }: Pick<HistoryBatch, 'calls' | 'events'>): string[] {
  const starts = [...calls.map(({ call }) => call.startedAt), ...events.map((seen) => seen.callStartedAt)];
  return [...new Set(starts.map(monthOf))];
}

/** Makes the partitions of months (`2026-11`) where they are missing. */
export async function createMonths(trx: Trx, months: readonly string[]): Promise<void> {
  for (const month of months) await sql`select create_call_month(${`${month}-01`}::date)`.execute(trx);
}
