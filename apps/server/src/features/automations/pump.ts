import { type AutomationTrigger, aboutCustomer } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { reachedWithin } from '../../domain/unserved.ts';
import { newId } from '../../kernel/new-id.ts';
import { type ActDeps, act } from './act.ts';
import { beginRun, goOn, type Occurrence, type Rule } from './decide.ts';
import { eventOf, happenedInCalls, happenedToCustomers, isOfCall, keptDetail } from './facts.ts';
import { rulesIn } from './rules.ts';

/** A target whose time is now and that is behind: of whom, for what, and how far it has come. */
export interface TargetBehind {
  readonly name: string;
  readonly measure: string;
  readonly percent: number | null;
}

export interface Moment extends ActDeps {
  readonly tenantId: string;
  readonly timeZone: string;
  readonly now: number;
  /** The company's targets that are behind at this moment, those that have come least far first. */
  readonly targetsBehind: (trx: Trx) => Promise<readonly TargetBehind[]>;
}

/** Looked at in one transaction; then another company has its turn. */
const eventsAtOnce = 50;
const runsAtOnce = 50;

interface EventRow {
  readonly number: number;
  readonly type: string;
  readonly at: Date;
  readonly call_id: string | null;
  readonly call_started_at: Date | null;
  readonly detail: unknown;
}

/**
 * Looks at the events that nobody has looked at yet, in their order. How far it has come is written in the transaction of all that follows from
 * them, so that a process that dies in the middle has done nothing, and the next one does it once. Answers whether there is more.
 */
export async function pump(trx: Trx, moment: Moment): Promise<boolean> {
  const rules = await rulesIn(trx, { triggers: aboutCustomer });
  await sql`insert into automation_head (number) select coalesce((select last from event_head), 0)
    on conflict do nothing`.execute(trx);
  const { rows: mine } = await sql<{ number: number }>`select number from automation_head for update`.execute(trx);
  // Before the events: what is told meanwhile has higher numbers.
  const { rows: told } = await sql<{ last: number }>`select last from event_head`.execute(trx);
  const [from, last] = [Number(mine[0]?.number ?? 0), Number(told[0]?.last ?? 0)];
  if (from >= last) return false;
  const types = [...new Set(rules.flatMap(({ trigger }) => eventOf[trigger] ?? []))];
  const { rows: events } = await sql<EventRow>`
    select number, type, at, call_id, call_started_at, detail from company_event
    where number > ${from} and number <= ${last} and type = any(${types}::text[]) order by number limit ${eventsAtOnce}`.execute(
    trx,
  );
  for (const event of events) {
    const happened = new Map<AutomationTrigger, readonly Occurrence[]>();
    for (const rule of rules) {
      if (eventOf[rule.trigger] !== event.type || Number(event.number) <= rule.afterNumber) continue;
      const these = happened.get(rule.trigger) ?? (await happenedIn(trx, event, rule.trigger));
      happened.set(rule.trigger, these);
      for (const happening of these) {
        // Whoever has waited until then has their turn before, also where nothing ran here for an hour.
        while (await wake(trx, moment, happening.at));
        await start(trx, moment, rule, happening);
      }
    }
  }
  const isAll = events.length < eventsAtOnce;
  const to = isAll ? last : Number(events.at(-1)?.number ?? last);
  await sql`update automation_head set number = ${to}`.execute(trx);
  return !isAll;
}

async function happenedIn(trx: Trx, event: EventRow, trigger: AutomationTrigger): Promise<Occurrence[]> {
  const key = `event/${event.number}`;
  if (isOfCall(trigger)) {
    if (event.call_id === null) return [];
    const which = sql<boolean>`call.id = ${event.call_id}
      and call.started_at between ${event.call_started_at}::timestamptz - interval '1 second'
        and ${event.call_started_at}::timestamptz + interval '1 second'`;
    return happenedInCalls(trx, trigger, { which, keyOf: () => key, atMost: 1 });
  }
  const detail = keptDetail.safeParse(event.detail);
  if (!detail.success || detail.data.customer_id === null) return [];
  const { customer_id: customer, outcome_id: outcome = null, depth } = detail.data;
  return happenedToCustomers(trx, [{ key, at: event.at, customer, outcome, depth }]);
}

/** Begins a run, unless the same has begun one before. Answers whether there is one now. */
export async function start(trx: Trx, moment: Moment, rule: Rule, happening: Occurrence): Promise<void> {
  const { timeZone, now } = moment;
  const { rows } = await sql<{ today: number; last: Date | null }>`
    select (select count(*)::int from automation_run where automation_id = ${rule.id} and state <> 'not'
        and at >= date_trunc('day', ${new Date(happening.at)}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}
        and at < (date_trunc('day', ${new Date(happening.at)}::timestamptz at time zone ${timeZone}) + interval '1 day') at time zone ${timeZone}
      ) as today,
      (select max(at) from automation_run where automation_id = ${rule.id} and party = ${happening.party} and party <> ''
        and state <> 'not') as last`.execute(trx);
  const past = { today: rows[0]?.today ?? 0, last: rows[0]?.last?.getTime() ?? null };
  const decision = beginRun(rule, happening, { past, now, timeZone });
  const added = await trx
    .insertInto('automation_run')
    .values({
      id: newId(),
      automation_id: rule.id,
      key: happening.key,
      at: new Date(happening.at),
      state: decision.kind === 'go' ? 'ran' : decision.kind === 'wait' ? 'waiting' : 'not',
      why: decision.kind === 'not' ? decision.why : '',
      due_at: decision.kind === 'wait' ? new Date(decision.until) : null,
      call_id: happening.call?.id ?? null,
      customer_id: happening.customer?.id ?? null,
      party: happening.party,
      depth: happening.depth,
      happened: JSON.stringify(happening),
    })
    .onConflict((row) => row.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined || decision.kind !== 'go') return;
  const done = await act(trx, moment, { ...moment, rule, happening, runId: added.id });
  await trx.updateTable('automation_run').set({ done }).where('id', '=', added.id).execute();
}

const kept = z.object({
  key: z.string(),
  at: z.number(),
  depth: z.number(),
  party: z.string(),
  numbers: z.array(z.string()),
  call: z
    .object({ id: z.string(), direction: z.string(), seconds: z.number(), queues: z.array(z.string()) })
    .nullable(),
  customer: z
    .object({ id: z.string(), name: z.string() })
    // What was asked of them was asked before they waited.
    .transform((one) => ({ ...one, facts: noFacts }))
    .nullable(),
  outcome: z.string().nullable(),
  words: z.string(),
});

const nothing = { status: null, project: null, source: null, outcome: null, team: null, owner: null };
const noFacts = { ...nothing, tasks: { open: 0, overdue: 0 }, own: {} };

/** Goes on with what has waited until then, or now. Answers whether there is more. */
export async function wake(trx: Trx, moment: Moment, until = moment.now): Promise<boolean> {
  const { timeZone } = moment;
  const due = await trx
    .selectFrom('automation_run')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', new Date(Math.min(until, moment.now)))
    .select(['id', 'automation_id', 'happened'])
    .orderBy('due_at')
    .orderBy('id')
    .limit(runsAtOnce)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return false;
  const runs = due.map((row) => ({ ...row, happening: kept.parse(row.happened) }));
  const ids = [...new Set(due.map(({ automation_id: id }) => id))];
  const rules = new Map((await rulesIn(trx, { ids })).map((rule) => [rule.id, rule]));
  const atWork = await trx
    .selectFrom('automation')
    .where('id', 'in', ids)
    .where('active', '=', true)
    .select('id')
    .execute();
  const active = new Set(atWork.map(({ id }) => id));
  const reached = await reachedWithin(
    trx,
    runs.map(({ id, automation_id: of, happening }) => ({
      key: id,
      numbers: happening.numbers,
      from: new Date(happening.at),
      to: new Date(happening.at + (rules.get(of)?.waitMinutes ?? 0) * 60_000),
    })),
  );
  for (const { id: runId, automation_id: of, happening } of runs) {
    const rule = rules.get(of);
    const decision =
      rule === undefined || !active.has(of)
        ? ({ kind: 'not', why: 'Tự động hoá đã tắt' } as const)
        : goOn(rule, happening, { reachedAt: reached.get(runId) ?? null, timeZone });
    const ran = rule !== undefined && decision.kind === 'go';
    const done = ran ? await act(trx, moment, { ...moment, rule, happening, runId }) : [];
    await trx
      .updateTable('automation_run')
      .set({ state: ran ? 'ran' : 'not', why: decision.kind === 'not' ? decision.why : '', due_at: null, done })
      .where('id', '=', runId)
      .execute();
  }
  return due.length === runsAtOnce;
}
