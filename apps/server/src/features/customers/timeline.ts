import { customerTimeline, type timelineEntry } from '@alo/contract';
import type { InferResult } from 'kysely';
import type { z } from 'zod';

import type { Db, Trx } from '../../db/database.ts';
import { type CallRecord, callKeys, presentCall, recordsOf } from '../../domain/call-records.ts';
import { numberViewFrom, numberViewRead } from '../../domain/number-view.ts';
import { responsesOf } from '../../domain/survey-responses.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { reading } from '../../resource/reading.ts';
import { customer } from './customers.ts';
import { dispositionsOf } from './dispositions.ts';
import { tasksBefore } from './tasks.ts';

type Entry = z.input<typeof timelineEntry>;

const entriesAtOnce = 20;
const read = reading(customer);

/** Everything that happened with a customer, of five kinds in one order. */
export const timelineRoute = (db: Db): Route =>
  route(customerTimeline, async (request) => {
    const { caller, params, query } = request;
    const { rows, numbers, said, dispositions, tasks, surveys, changes, ...setting } = await db.read(
      caller.tenantId,
      (trx) => ({
        rows: read.seenQuery(trx, request, [params.id]),
        numbers: trx.selectFrom('customer_phone').where('customer_id', '=', params.id).select('e164'),
        said: trx.selectFrom('call_customer').where('customer_id', '=', params.id).select('call_id'),
        dispositions: dispositionsOf(trx, params.id, query.before, entriesAtOnce + 1),
        tasks: tasksBefore(trx, params.id, query.before, entriesAtOnce + 1),
        surveys: responsesOf(trx, params.id, query.before, entriesAtOnce + 1),
        changes: changesOf(trx, params.id, query.before),
        ...numberViewRead(trx, caller),
      }),
    );
    // What else was read of somebody whom they do not see is shown to nobody.
    if (rows.length === 0) throw Problem.notFound();
    const whose = { numbers: numbers.map(({ e164 }) => e164), said: said.map(({ call_id: id }) => id) };
    const calls = await callsWith(db, request, whose, query.before);
    const view = numberViewFrom(setting);
    const all = [
      ...calls.map((record): Entry => ({ kind: 'call', at: record.started_at, call: presentCall(record, view) })),
      ...dispositions.map((disposition): Entry => ({ kind: 'disposition', at: disposition.created_at, disposition })),
      ...tasks.map(({ at, ...task }): Entry => ({ kind: 'task', at, task })),
      ...surveys.map((survey): Entry => ({ kind: 'survey', at: survey.asked_at, survey })),
      ...changesTold(changes),
    ].toSorted((a, b) => timeOf(b) - timeOf(a));
    return { data: all.slice(0, entriesAtOnce), more: all.length > entriesAtOnce };
  });

const timeOf = ({ at }: Entry) => new Date(at).getTime();

/** The newest calls with these numbers, and those of which somebody said that they were theirs. */
async function callsWith(
  db: Db,
  { caller }: By,
  { numbers, said }: { readonly numbers: readonly string[]; readonly said: readonly string[] },
  before: string | undefined,
): Promise<CallRecord[]> {
  if (numbers.length + said.length === 0) return [];
  const { withNumbers = [], besides = [] } = await db.read(caller.tenantId, (trx) => {
    const keys =
      before === undefined
        ? callKeys(trx, caller)
        : callKeys(trx, caller).where('call.started_at', '<', new Date(before));
    const newest = (chosen: typeof keys) =>
      recordsOf(trx, () => chosen.orderBy('call.started_at', 'desc').limit(entriesAtOnce + 1));
    return {
      // Named one by one: of an array PostgreSQL expects so many that it walks through all calls instead.
      ...(numbers.length === 0 ? {} : { withNumbers: newest(keys.where('call.outside_number', 'in', numbers)) }),
      // Somebody else's number, and yet it was said to be this customer who called.
      ...(said.length === 0
        ? {}
        : {
            besides: newest(keys.where('call.id', 'in', said).where('call.outside_number', 'not in', ['', ...numbers])),
          }),
    };
  });
  return [...withNumbers, ...besides];
}

/** What tells nothing: how often a row was changed, and when. */
const unsaid = new Set([
  'version',
  'updated_at',
  'status_colour',
  'last_call_at',
  'next_call_at',
  'is_datasource',
  'is_project',
]);

function changesOf(trx: Trx, customerId: string, before: string | undefined) {
  let found = trx
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .where('audit.subject', '=', 'customer')
    .where('audit.subject_id', '=', customerId);
  if (before !== undefined) found = found.where('audit.at', '<', new Date(before));
  return found
    .orderBy('audit.at', 'desc')
    .limit(entriesAtOnce * 5)
    .select(['audit.id', 'audit.at', 'audit.action', 'audit.before', 'audit.after', 'account.name as by_name']);
}

function changesTold(rows: InferResult<ReturnType<typeof changesOf>>): Entry[] {
  const told = rows.map(({ before: was, after, ...row }) => ({
    ...row,
    kind: 'change' as const,
    fields: changedIn(was, after),
  }));
  // A note is saved while it is typed: what one person did to the same fields one after the other is told once.
  const alike = (a: (typeof told)[number], b: (typeof told)[number] | undefined) =>
    b !== undefined && a.action === b.action && a.by_name === b.by_name && a.fields.join() === b.fields.join();
  return told
    .filter((entry, at) => (entry.action !== 'update' || entry.fields.length > 0) && !alike(entry, told[at - 1]))
    .slice(0, entriesAtOnce + 1);
}

function changedIn(before: unknown, after: unknown): string[] {
  const [was, is] = [Object(before) as Record<string, unknown>, Object(after) as Record<string, unknown>];
  if (before === null || after === null) return [];
  return Object.keys(is).filter((name) => !unsaid.has(name) && JSON.stringify(was[name]) !== JSON.stringify(is[name]));
}
