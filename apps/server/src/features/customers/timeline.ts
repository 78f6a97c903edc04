import { customerTimeline, type timelineEntry } from '@alo/contract';
import { type Compilable, type InferResult, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';

import type { Db, Trx } from '../../db/database.ts';
import { type Placeholders, prepared, type ValueOrPlaceholder } from '../../db/prepared.ts';
import { auditActor } from '../../domain/audit-actor.ts';
import { type CallRecord, callKeys, callKeysWithin, presentCall, recordsOf } from '../../domain/call-records.ts';
import { hiddenFor, messagesOf } from '../../domain/messages-of.ts';
import { numberViewFrom, numberViewRead } from '../../domain/number-view.ts';
import { responsesOf } from '../../domain/survey-responses.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Reach, reachOf } from '../../kernel/reach.ts';
import { reading } from '../../resource/reading.ts';
import { idOf, preparedReach } from '../../resource/within.ts';
import { customer } from './customers.ts';
import { dispositionsOf } from './dispositions.ts';
import { tasksBefore } from './tasks.ts';

type Entry = z.input<typeof timelineEntry>;

const entriesAtOnce = 20;
const changesAtOnce = 100;
const read = reading(customer);

/** Everything that happened with a customer, of six kinds in one order. */
export const timelineRoute = (db: Db): Route =>
  route(customerTimeline, async (request) => {
    const { caller, params, query } = request;
    const asked = { customerId: params.id, before: query.before === undefined ? endOfTime : new Date(query.before) };
    const { rows, numbers, said, dispositions, tasks, surveys, messages, changes, ...setting } = await db.read(
      caller.tenantId,
      () => ({
        rows: read.seenOne(request, params.id),
        numbers: numbersOf(asked),
        said: saidToBe(asked),
        dispositions: newestDispositions(asked),
        tasks: newestTasks(asked),
        surveys: newestSurveys(asked),
        messages: newestMessages(asked),
        changes: newestChanges(asked),
        ...numberViewRead(caller),
      }),
    );
    // What else was read of somebody whom they do not see is shown to nobody.
    if (rows.length === 0) throw Problem.notFound();
    const whose = { numbers: numbers.map(({ e164 }) => e164), said: said.map(({ call_id: id }) => id) };
    const calls = await callsWith(db, request, whose, asked.before);
    const told = await allTold(db, request, asked, changes);
    const view = numberViewFrom(setting);
    const all = [
      ...calls.map(
        (record): Entry => ({ kind: 'call', at: record.started_at, call: presentCall(record, view, caller) }),
      ),
      ...dispositions.map((disposition): Entry => ({ kind: 'disposition', at: disposition.created_at, disposition })),
      ...tasks.map(({ at, ...task }): Entry => ({ kind: 'task', at, task })),
      ...messages.map(({ at, ...message }): Entry => ({ kind: 'message', at, message: hiddenFor(message, view) })),
      ...surveys.map((survey): Entry => ({ kind: 'survey', at: survey.asked_at, survey })),
      ...told,
    ].toSorted((a, b) => timeOf(b) - timeOf(a));
    // What is of one moment, as an outcome and the status that came with it, is not torn: one goes on from before a moment.
    const last = all[entriesAtOnce - 1];
    const data = all.filter(
      (entry, at) => at < entriesAtOnce || (last !== undefined && timeOf(entry) === timeOf(last)),
    );
    return { data, more: all.length > data.length };
  });

const timeOf = ({ at }: Entry) => new Date(at).getTime();

/** Where nobody says before when. */
const endOfTime = new Date('9999-12-31');

interface Asked {
  readonly customerId: string;
  readonly before: Date;
}

const part = <Row>(
  of: (trx: Trx, customerId: RawBuilder<string>, before: RawBuilder<Date>, limit: number) => Compilable<Row>,
) => prepared((trx, { customerId, before }: Placeholders<Asked>) => of(trx, customerId, before, entriesAtOnce + 1));

const numbersOf = part((trx, customerId) =>
  trx.selectFrom('customer_phone').where('customer_id', '=', customerId).select('e164'),
);
const saidToBe = part((trx, customerId) =>
  trx.selectFrom('call_customer').where('customer_id', '=', customerId).select('call_id'),
);
const newestDispositions = part(dispositionsOf);
const newestTasks = part(tasksBefore);
const newestSurveys = part(responsesOf);
const newestMessages = part(messagesOf);

/** The newest calls with these numbers, and those of which somebody said that they were theirs. */
async function callsWith(
  db: Db,
  { caller }: By,
  { numbers, said }: { readonly numbers: readonly string[]; readonly said: readonly string[] },
  before: Date,
): Promise<CallRecord[]> {
  if (numbers.length + said.length === 0) return [];
  const reach = reachOf(caller);
  const { withNumbers = [], besides = [] } = await db.read(caller.tenantId, (trx) => ({
    ...(numbers.length === 0 ? {} : { withNumbers: newestWith({ numbers, before, whose: idOf(reach) }, reach.kind) }),
    // Somebody else's number, and yet it was said to be this customer who called.
    ...(said.length === 0
      ? {}
      : {
          besides: recordsOf(trx, () =>
            newest(callKeys(trx, caller), before)
              .where('call.id', 'in', said)
              .where('call.outside_number', 'not in', ['', ...numbers]),
          ),
        }),
  }));
  return [...withNumbers, ...besides];
}

const newest = (keys: ReturnType<typeof callKeys>, before: ValueOrPlaceholder<Date>) =>
  keys
    .where('call.started_at', '<', before)
    .orderBy('call.started_at', 'desc')
    .limit(entriesAtOnce + 1);

interface WithNumbers {
  readonly numbers: readonly string[];
  readonly before: Date;
  readonly whose: string;
}

const newestWith = prepared((trx, { numbers, before, whose }: Placeholders<WithNumbers>, kind: Reach['kind']) =>
  recordsOf(trx, () =>
    trx
      .selectFrom(sql<{ e164: string }>`unnest(${numbers}::text[])`.as<'number'>(sql`number (e164)`))
      // Each by itself: of several at once PostgreSQL expects so many calls that it walks through all of them instead.
      .innerJoinLateral(
        newest(callKeysWithin(trx, preparedReach(kind, whose)), before)
          .where('call.outside_number', '=', sql.ref<string>('number.e164'))
          .as('its'),
        (join) => join.onTrue(),
      )
      .select(['its.id', 'its.started_at'])
      .orderBy('its.started_at', 'desc')
      .limit(entriesAtOnce + 1),
  ),
);

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

const newestChanges = part((trx, customerId, before) =>
  trx
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .where('audit.subject', '=', 'customer')
    .where('audit.subject_id', '=', customerId)
    .where('audit.at', '<', before)
    .orderBy('audit.at', 'desc')
    .limit(changesAtOnce)
    .select(['audit.id', 'audit.at', 'audit.action', 'audit.before', 'audit.after', auditActor.as('by_name')]),
);

type Changes = InferResult<ReturnType<typeof newestChanges>>;

/** As many as a page may want. Of what is told once there may be any number: those before it are behind them. */
async function allTold(db: Db, { caller }: By, { customerId }: Asked, newest: Changes): Promise<Entry[]> {
  const all = [...newest];
  for (let some = newest; some.length === changesAtOnce && changesTold(all).length <= entriesAtOnce; ) {
    const before = some.at(-1)?.at ?? endOfTime;
    ({ some } = await db.read(caller.tenantId, () => ({ some: newestChanges({ customerId, before }) })));
    all.push(...some);
  }
  return changesTold(all);
}

function changesTold(rows: Changes): Entry[] {
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
