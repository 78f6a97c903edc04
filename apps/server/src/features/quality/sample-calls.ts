import type { SampleBy, SamplePeriod } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { isCounted } from '../../domain/call-counts.ts';
import { newId } from '../../kernel/new-id.ts';

interface Rule {
  readonly id: string;
  readonly kind: SampleBy;
  readonly period: SamplePeriod;
  readonly calls: number;
  readonly threshold: number;
  readonly direction: 'any' | 'inbound' | 'outbound';
  readonly queue_id: string | null;
  readonly min_seconds: number;
  readonly score_sheet_id: string;
  readonly time_zone: string;
}

/** A call that a rule finds, and why. */
export interface SampledCall {
  readonly call_id: string;
  readonly started_at: Date;
  readonly agent_id: string;
  readonly agent_name: string;
  readonly reason: string;
}

/** Which period: the one that goes on, or the one before it, which has ended. */
type Which = 'current' | 'previous';

const rules = (trx: Trx) =>
  trx
    .selectFrom('sampling_rule')
    .select(['id', 'kind', 'period', 'calls', 'threshold', 'direction', 'queue_id', 'min_seconds', 'score_sheet_id'])
    .select(sql<string>`(select time_zone from tenant where tenant.id = sampling_rule.tenant_id)`.as('time_zone'));

/** A rule by its id; undefined where there is none. */
export const samplingRuleById = (trx: Trx, id: string): Promise<Rule | undefined> =>
  rules(trx).where('id', '=', id).executeTakeFirst();

/** The first moment of a period, as the database reckons it by the company's clock. */
function periodOf({ period, time_zone: zone }: Rule, which: Which, now: Date) {
  const unit = sql.lit(period);
  const local = sql`date_trunc(${unit}, ${now}::timestamptz at time zone ${zone})`;
  const from = which === 'current' ? local : sql`${local} - ${sql.lit(`1 ${period}`)}::interval`;
  return {
    key: sql<string>`to_char(${from}, 'YYYY-MM-DD')`,
    from: sql`((${from}) at time zone ${zone})`,
    to: sql`((${from} + ${sql.lit(`1 ${period}`)}::interval) at time zone ${zone})`,
  };
}

/**
 * What a rule chooses of a period: of each person so many, less those that it has chosen already. By lot it is the order of a hash of
 * rule, period and call: whoever asks later why this call, is told the same. A call that is scored, or is to be, is chosen by nobody else.
 */
export async function sampled(trx: Trx, rule: Rule, which: Which, now: Date): Promise<readonly SampledCall[]> {
  const { key, from, to } = periodOf(rule, which, now);
  const { found, order, reason } = kindOf(rule, key);
  const { rows } = await sql<SampledCall>`
    with found as materialized (
      select call.id as call_id, call.started_at, account.id as agent_id, account.name as agent_name, its.value,
        evaluation.id is not null as taken, coalesce(evaluation.rule_id = ${rule.id} and evaluation.period = ${key}, false) as own
      from call
      join extension_holder as held on held.extension = call.agent_extension
        and call.started_at >= held.from_at and call.started_at < held.to_at
      join account on account.id = held.account_id
      left join lateral (${found}) as its on true
      left join lateral (select id, rule_id, period from evaluation where evaluation.call_id = call.id
        order by (rule_id = ${rule.id}) desc nulls last limit 1) as evaluation on true
      where call.started_at >= ${from} and call.started_at < ${to} and call.status = 'answered'
        and call.agent_extension <> '' and call.direction <> 'internal' and ${isCounted}
        and call.talk_ms >= ${rule.min_seconds * 1_000} and ${isOfRule(rule)}
    ),
    ranked as (
      select found.*, count(*) over person as of_all, count(*) filter (where own) over person as had,
        row_number() over (partition by agent_id order by taken, ${order}, call_id) as place
      from found where ${rule.kind === 'random' ? sql`true` : sql`value is not null`}
      window person as (partition by agent_id)
    )
    select call_id, started_at, agent_id, agent_name, ${reason} as reason
    from ranked where not taken and place <= ${rule.calls} - had
    order by agent_name collate "vi-x-icu", agent_id, place`.execute(trx);
  return rows;
}

const isOfRule = ({ direction, queue_id: queue }: Rule): RawBuilder<SqlBool> => sql`
  ${direction === 'any' ? sql`true` : sql`call.direction = ${direction}`} and ${
    queue === null
      ? sql`true`
      : sql`exists (select from queue_stay where queue_stay.call_id = call.id and queue_stay.queue_id = ${queue})`
  }`;

const heard = (value: RawBuilder<unknown>) => sql`select ${value} as value from recording as heard
  where heard.call_id = call.id and heard.call_started_at = call.started_at and heard.heard = 'done' limit 1`;

/** What tells whether a kind finds a call, which come first, and why in words. */
function kindOf(rule: Rule, key: RawBuilder<string>) {
  switch (rule.kind) {
    case 'random':
      return {
        found: sql`select null::double precision as value`,
        order: sql`md5(${rule.id} || ' ' || ${key} || ' ' || call_id::text)`,
        reason: sql<string>`format('Bốc thăm %s trong %s cuộc của %s, kỳ từ %s', least(${rule.calls}::bigint, of_all), of_all, agent_name,
          to_char((${key})::date, 'DD/MM/YYYY'))`,
      };
    case 'csat':
      return {
        found: sql`select min((answer ->> 'value')::double precision) as value from survey_response
          cross join lateral jsonb_array_elements(survey_response.answers) as answer
          where survey_response.call_id = call.id and answer ->> 'kind' = 'scale' and jsonb_typeof(answer -> 'value') = 'number'
          having min((answer ->> 'value')::double precision) <= ${rule.threshold}`,
        order: sql`value`,
        reason: sql<string>`format('Khách chấm %s trên 5', value)`,
      };
    case 'silence':
      return {
        found: sql`select value from (${heard(sql`heard.longest_silent_ms / 1000`)}) as one where value >= ${rule.threshold}`,
        order: sql`value desc`,
        reason: sql<string>`format('Im lặng %s giây liền', value)`,
      };
    case 'overtalk':
      return {
        found: sql`select value from (${heard(
          sql`round(100.0 * heard.both_ms / nullif(heard.left_ms + heard.right_ms - heard.both_ms, 0))`,
        )}) as one where value >= ${rule.threshold}`,
        order: sql`value desc`,
        reason: sql<string>`format('Nói chen %s%%', value)`,
      };
    default:
      return rule.kind satisfies never;
  }
}

/** Puts what a rule chooses on the lists of its scorers; answers the ids of what was added. */
export async function choose(trx: Trx, rule: Rule, which: Which, now: Date): Promise<string[]> {
  // Two who choose at once, by hand and by the clock, choose one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sample ${rule.id}`}, 0))`.execute(trx);
  const calls = await sampled(trx, rule, which, now);
  if (calls.length === 0) return [];
  const { rows: sheets } = await sql<{ edition_id: string; pass_percent: number; fatal_percent: number }>`
    select score_edition.id as edition_id, pass_percent, fatal_percent from score_sheet
    join score_edition on score_edition.score_sheet_id = score_sheet.id
    where score_sheet.id = ${rule.score_sheet_id} and score_sheet.active and jsonb_array_length(score_edition.sections) > 0
    order by score_edition.number desc limit 1`.execute(trx);
  const [sheet] = sheets;
  if (sheet === undefined) return [];
  const { key } = periodOf(rule, which, now);
  const next = await inTurns(trx, rule.id);
  const added: string[] = [];
  for (const call of calls) {
    const { rows } = await sql<{ id: string }>`
      insert into evaluation (id, call_id, call_started_at, score_sheet_id, edition_id, agent_id, scorer_id, state, reason,
        pass_percent, fatal_percent, rule_id, period)
      values (${newId()}, ${call.call_id}, ${call.started_at}, ${rule.score_sheet_id}, ${sheet.edition_id}, ${call.agent_id},
        ${next(call.agent_id)}, 'due', ${call.reason}, ${sheet.pass_percent}, ${sheet.fatal_percent}, ${rule.id}, ${key})
      on conflict (tenant_id, call_id, score_sheet_id) do nothing returning id`.execute(trx);
    added.push(...rows.map(({ id }) => id));
  }
  return added;
}

/** Who scores next: whoever has least to score, in the order of the rule; nobody scores themselves. */
async function inTurns(trx: Trx, rule: string): Promise<(agent: string) => string | null> {
  const { rows } = await sql<{ id: string; n: number }>`
    select scorer.account_id as id, (select count(*)::int from evaluation
      where evaluation.scorer_id = scorer.account_id and evaluation.state in ('due', 'draft')) as n
    from sampling_scorer as scorer join account on account.id = scorer.account_id and account.active
    where scorer.sampling_rule_id = ${rule} order by scorer.position`.execute(trx);
  const loads = rows.map((row) => ({ ...row }));
  return (agent) => {
    const least = loads
      .filter(({ id }) => id !== agent)
      .reduce<(typeof loads)[number] | undefined>(
        (best, one) => (best === undefined || one.n < best.n ? one : best),
        undefined,
      );
    if (least === undefined) return null;
    least.n += 1;
    return least.id;
  };
}

/** Of every company: what has ended is drawn by lot once, what is found by something else as soon as it is known. */
export async function sampleDueCalls(
  db: Pick<Db, 'inTenant' | 'directory'>,
  { now, told }: { now: Date; told: (tenantId: string, ids: readonly string[]) => void },
): Promise<void> {
  for (const { id: tenantId } of await db.directory.everyTenant()) {
    const due = await db.inTenant(tenantId, (trx) => rules(trx).where('active', '=', true).execute());
    for (const rule of due) {
      const ids = await db.inTenant(tenantId, async (trx) => [
        ...(await choose(trx, rule, 'previous', now)),
        ...(rule.kind === 'random' ? [] : await choose(trx, rule, 'current', now)),
      ]);
      if (ids.length > 0) told(tenantId, ids);
    }
  }
}
