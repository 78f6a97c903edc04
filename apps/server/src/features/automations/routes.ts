import { type AutomationAction, automationLog, automationTriggers, rehearseAutomation, totalCap } from '@alo/contract';
import { type SqlBool, sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { clockIn } from '../../domain/company-clock.ts';
import { whyNotSent } from '../../domain/message-law.ts';
import { recipientOf, templatesBy, whyNotAsked, whyNotReachable } from '../../domain/outgoing-messages.ts';
import { reachedWithin } from '../../domain/unserved.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Occurrence, Rule } from './decide.ts';
import { happenedInCalls, happenedToCustomers, isOfCall, type KeptOf } from './facts.ts';
import { runsOver } from './rehearse.ts';
import { automationRule } from './rules.ts';

const days = 30;
const dayMs = 86_400_000;
const atMost = 20_000;
const examplesShown = 8;
const reasonsShown = 6;

/** What automations did, and what one would do. */
export const automationRoutes = ({ db, now }: { db: Db; now: () => number }): Route[] => [
  route(automationLog, ({ caller, params, query }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const there = await trx.selectFrom('automation').where('id', '=', params.id).select('id').executeTakeFirst();
      if (there === undefined) throw Problem.notFound();
      let log = trx.selectFrom('automation_run').where('automation_run.automation_id', '=', params.id);
      if (query.state !== undefined) log = log.where('automation_run.state', '=', query.state);
      const data = await log
        .leftJoin('customer', 'customer.id', 'automation_run.customer_id')
        .select(['automation_run.id', 'automation_run.at', 'automation_run.state', 'automation_run.why'])
        .select([
          'automation_run.due_at',
          'automation_run.call_id',
          'automation_run.customer_id',
          'automation_run.done',
        ])
        .select(sql<string>`coalesce(customer.name, automation_run.happened ->> 'words', '')`.as('customer_name'))
        .orderBy('automation_run.at', 'desc')
        .orderBy('automation_run.id', 'desc')
        .limit(query.per_page)
        .offset((query.page - 1) * query.per_page)
        .execute();
      const counted = trx.selectFrom(
        log
          .select('automation_run.id')
          .limit(totalCap + 1)
          .as('its'),
      );
      const { total } = await counted.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      return { data, total: Math.min(Number(total), totalCap), total_capped: Number(total) > totalCap };
    }),
  ),

  route(rehearseAutomation, ({ caller, body }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const rule = automationRule('', body, body.actions);
      const from = new Date(now() - days * dayMs);
      const { time_zone: timeZone } = await trx.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
      const happenings = await happenedSince(trx, rule, from);
      if (happenings === undefined) {
        const impossible = `“${automationTriggers[rule.trigger]}” không còn trong lịch sử, nên không diễn tập được`;
        return { impossible, days, happened: 0, runs: 0, messages: 0, refused: 0, reasons: [], examples: [] };
      }
      return { impossible: null, days, ...(await outcomeOf(trx, rule, happenings, timeZone)) };
    }),
  ),
];

/** What set it off in some time, as the history has it; undefined where nothing keeps it. */
async function happenedSince(trx: Trx, rule: Rule, from: Date): Promise<Occurrence[] | undefined> {
  const { trigger } = rule;
  if (isOfCall(trigger)) {
    const which = sql<SqlBool>`call.started_at >= ${from}`;
    return happenedInCalls(trx, trigger, { which, keyOf: (id) => id, atMost });
  }
  if (trigger === 'outcome.kept') {
    const { rows } =
      await sql<KeptOf>`select id as key, created_at as at, customer_id as customer, outcome_id as outcome,
      0 as depth from disposition where created_at >= ${from} and customer_id is not null order by created_at limit ${atMost}`.execute(
        trx,
      );
    return happenedToCustomers(trx, rows);
  }
  if (trigger === 'consent.changed') {
    const { rows } =
      await sql<KeptOf>`select id as key, created_at as at, customer_id as customer, null as outcome, 0 as depth
      from consent where created_at >= ${from} order by created_at limit ${atMost}`.execute(trx);
    return happenedToCustomers(trx, rows);
  }
  if (trigger === 'customer.added') {
    const { rows } = await sql<KeptOf>`select id as key, created_at as at, id as customer, null as outcome, 0 as depth
      from customer where created_at >= ${from} order by created_at limit ${atMost}`.execute(trx);
    return happenedToCustomers(trx, rows);
  }
  return undefined;
}

async function outcomeOf(trx: Trx, rule: Rule, happenings: readonly Occurrence[], timeZone: string) {
  const reached = rule.unlessReached
    ? await reachedWithin(
        trx,
        happenings.map(({ key, numbers, at }) => ({
          key,
          numbers,
          from: new Date(at),
          to: new Date(at + rule.waitMinutes * 60_000),
        })),
      )
    : new Map<string, number>();
  const templates = await templatesBy(
    trx,
    rule.actions.flatMap(({ template_id: id }) => id ?? []),
  );
  const people = await peopleBy(
    trx,
    happenings.flatMap(({ customer }) => customer?.id ?? []),
  );
  const recipient = ({ customer, numbers }: Occurrence, { template_id: id }: AutomationAction) => {
    const template = templates.get(id ?? '');
    const person = people.get(customer?.id ?? '');
    const known = { email: person?.email ?? null, number: numbers[0] ?? '' };
    return {
      template,
      to: template === undefined ? '' : recipientOf(template, known),
      refuses: person?.refuses ?? false,
    };
  };
  const all = runsOver(rule, happenings, {
    timeZone,
    reachedAt: ({ key }) => reached.get(key) ?? null,
    recipient: (happening, action) => {
      const { template, to } = recipient(happening, action);
      return { to, advertises: template?.purpose === 'advertising' };
    },
    refusal: ({ happening, action, at }, advertised) => {
      const { template, to, refuses } = recipient(happening, action);
      if (template === undefined) return 'Mẫu tin không còn';
      const facts = { purpose: template.purpose, refuses, advertised: advertised.get(to) ?? null };
      const clock = clockIn(at, timeZone);
      return whyNotSent(facts, clock) ?? whyNotReachable(template, to) ?? whyNotAsked(template, clock.date);
    },
  });
  const ran = all.filter(({ ran: did }) => did);
  const reasons = Map.groupBy(
    [...all.flatMap(({ ran: did, why }) => (did ? [] : [why])), ...ran.flatMap(({ refused }) => refused)],
    (why) => why.replace(/lúc \d\d:\d\d$/, 'trong lúc chờ'),
  );
  return {
    happened: happenings.length,
    runs: ran.length,
    messages: ran.reduce((sum, { messages }) => sum + messages, 0),
    refused: ran.reduce((sum, { refused }) => sum + refused.length, 0),
    reasons: [...reasons]
      .map(([why, those]) => ({ why, n: those.length }))
      .toSorted((a, b) => b.n - a.n)
      .slice(0, reasonsShown),
    examples: ran.slice(-examplesShown).map(({ happening, messages, refused }) => ({
      at: new Date(happening.at),
      call_id: happening.call?.id ?? null,
      customer_name: happening.customer?.name ?? '',
      words: [messages > 0 ? `${messages} tin` : '', ...refused].filter(Boolean).join(', '),
    })),
  };
}

async function peopleBy(trx: Trx, ids: readonly string[]) {
  const wanted = sql<SqlBool>`id = any(${[...new Set(ids)]}::uuid[])`;
  const rows = await trx
    .selectFrom('customer')
    .where(wanted)
    .select(['id', 'email', 'do_not_call as refuses'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
