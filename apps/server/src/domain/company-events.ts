import { type CompanyEventType, companyEvent, companyEventType, eventPermission, isAllowed } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../db/database.ts';
import type { Caller } from '../kernel/caller.ts';
import { reachOf } from '../kernel/reach.ts';
import { accountInReach } from '../resource/scope.ts';
import { callKeys, presentCall, recordsOf } from './call-records.ts';
import { numberView } from './number-view.ts';

/** Something that happened, as it is stored. */
export interface EventRow {
  readonly number: number;
  readonly type: string;
  readonly at: Date;
  readonly call_id: string | null;
  readonly call_started_at: Date | null;
  readonly detail: unknown;
}

export const eventColumns = ['number', 'type', 'at', 'call_id', 'call_started_at', 'detail'] as const;

/** Whether programs are told of it by a number. */
export const isCompanyEvent = (type: string): type is CompanyEventType => companyEventType.safeParse(type).success;

/** Something to be told that is of no call that goes on: of these the runner's history tells. */
interface NewEvent {
  readonly type: CompanyEventType;
  /** Of what is told once only. */
  readonly key: string;
  readonly at: Date;
  readonly detail: object;
}

/** Tells the company's programs of it, in the transaction of what it tells of: the last thing there, for it holds up all others who tell. */
export const tellPrograms = async (trx: Trx, event: NewEvent): Promise<void> => {
  await sql`select tell_events(${JSON.stringify([event])}::jsonb)`.execute(trx);
};

/** Those of the events that somebody may see, as they may see them. What a newer version told is left out. */
export async function eventsAsSeen(
  trx: Trx,
  caller: Caller,
  rows: readonly EventRow[],
): Promise<z.input<typeof companyEvent>[]> {
  const known = rows.filter(({ type }) => {
    const named = companyEventType.safeParse(type);
    return named.success && isAllowed(caller.role, eventPermission(named.data));
  });
  const calls = await callsOf(trx, caller, known);
  const people = await peopleOf(trx, caller, known);
  return known.flatMap(({ number, type, at, call_id: call, detail }) => {
    const record = call === null ? undefined : calls.get(call);
    if (call !== null && record === undefined) return [];
    if (type === 'agent.status' && !people.has(extensionIn(detail))) return [];
    const told = companyEvent.safeParse({ number, type, at, detail, ...(record && { call: record }) });
    return told.success ? [told.data] : [];
  });
}

/** The conversations of these events that somebody sees; those that were erased are nobody's. */
async function callsOf(trx: Trx, caller: Caller, rows: readonly EventRow[]) {
  const ids = [...new Set(rows.flatMap(({ call_id: id }) => (id === null ? [] : [id])))];
  const starts = rows.flatMap(({ call_started_at: at }) => (at === null ? [] : [at.getTime()]));
  const seen = new Map<string, ReturnType<typeof presentCall>>();
  if (ids.length === 0) return seen;
  const records = await recordsOf(trx, () =>
    callKeys(trx, caller)
      .where('call.id', 'in', ids)
      // So that no older parts of the history are looked at.
      .where('call.started_at', '>=', new Date(Math.min(...starts)))
      .where('call.started_at', '<=', new Date(Math.max(...starts) + 1)),
  ).execute();
  const view = await numberView(trx, caller);
  for (const record of records) seen.set(record.id, presentCall(record, view, caller));
  return seen;
}

const extensionIn = (detail: unknown): string => {
  const { extension } = Object(detail) as { readonly extension?: unknown };
  return typeof extension === 'string' ? extension : '';
};

/** Those extensions of which somebody sees what their people do. */
async function peopleOf(trx: Trx, caller: Caller, rows: readonly EventRow[]): Promise<ReadonlySet<string>> {
  const told = rows.filter(({ type }) => type === 'agent.status').map(({ detail }) => extensionIn(detail));
  const reach = reachOf(caller);
  if (told.length === 0 || reach.kind === 'all') return new Set(told);
  const people = await trx
    .selectFrom('account')
    .where('extension', 'in', told)
    .where(accountInReach(reach))
    .select('extension')
    .execute();
  return new Set(people.flatMap(({ extension }) => (extension === null ? [] : [extension])));
}
