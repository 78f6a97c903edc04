import { customerTimeline, type timelineEntry } from '@alo/contract';
import type { z } from 'zod';

import type { Db, Trx } from '../../db/database.ts';
import { callKeys, presentCall, recordsOf } from '../../domain/call-records.ts';
import { numberView } from '../../domain/number-view.ts';
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
  route(customerTimeline, (request) => {
    const { caller, params, query } = request;
    return db.inTenant(caller.tenantId, async (trx) => {
      const [row] = await read.seen(trx, request, [params.id]);
      if (row === undefined) throw Problem.notFound();
      const all = [
        ...(await callsWith(trx, request, params.id, query.before)),
        ...(await dispositionsOf(trx, params.id, query.before, entriesAtOnce + 1)).map(
          (disposition): Entry => ({
            kind: 'disposition',
            at: disposition.created_at,
            disposition,
          }),
        ),
        ...(await tasksBefore(trx, params.id, query.before, entriesAtOnce + 1)).map(
          (one): Entry => ({ kind: 'task', ...one }),
        ),
        ...(await responsesOf(trx, params.id, query.before, entriesAtOnce + 1)).map(
          (survey): Entry => ({ kind: 'survey', at: survey.asked_at, survey }),
        ),
        ...(await changesOf(trx, params.id, query.before)),
      ].toSorted((a, b) => timeOf(b) - timeOf(a));
      return { data: all.slice(0, entriesAtOnce), more: all.length > entriesAtOnce };
    });
  });

const timeOf = ({ at }: Entry) => new Date(at).getTime();

async function callsWith(trx: Trx, { caller }: By, customerId: string, before: string | undefined): Promise<Entry[]> {
  const view = await numberView(trx, caller);
  const numbers = await trx.selectFrom('customer_phone').where('customer_id', '=', customerId).select('e164').execute();
  const theirs = numbers.map(({ e164 }) => e164);
  const said = await trx.selectFrom('call_customer').where('customer_id', '=', customerId).select('call_id').execute();
  const newest = (keys: ReturnType<typeof callKeys>) =>
    (before === undefined ? keys : keys.where('call.started_at', '<', new Date(before)))
      .orderBy('call.started_at', 'desc')
      .limit(entriesAtOnce + 1);
  const read = (choose: (keys: ReturnType<typeof callKeys>) => ReturnType<typeof callKeys>) =>
    recordsOf(trx, () => newest(choose(callKeys(trx, caller)))).execute();
  const records = [
    ...(theirs.length === 0 ? [] : await read((keys) => keys.where('call.outside_number', 'in', theirs))),
    // Somebody else's number, and yet it was said to be this customer who called.
    ...(said.length === 0
      ? []
      : await read((keys) =>
          keys
            .where(
              'call.id',
              'in',
              said.map(({ call_id: id }) => id),
            )
            .where('call.outside_number', 'not in', ['', ...theirs]),
        )),
  ];
  return records.map((record) => ({ kind: 'call', at: record.started_at, call: presentCall(record, view) }));
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

async function changesOf(trx: Trx, customerId: string, before: string | undefined): Promise<Entry[]> {
  let found = trx
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .where('audit.subject', '=', 'customer')
    .where('audit.subject_id', '=', customerId);
  if (before !== undefined) found = found.where('audit.at', '<', new Date(before));
  const rows = await found
    .orderBy('audit.at', 'desc')
    .limit(entriesAtOnce * 5)
    .select(['audit.id', 'audit.at', 'audit.action', 'audit.before', 'audit.after', 'account.name as by_name'])
    .execute();
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
