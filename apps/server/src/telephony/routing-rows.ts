import { setImmediate as breathe } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { QuestionKind } from '@alo/contract';
import { type Selectable, sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import type { Database } from '../db/tables.ts';
import { readHolidays } from '../domain/holidays.ts';
import { isCarried, isShown } from '../domain/number-owners.ts';
import { isActive } from '../domain/number-states.ts';
import { promptRows, voiceInUse, voiceRows } from '../domain/own-sounds.ts';
import { rowsWith } from './row-lookups.ts';

/** The day on the company's wall. */
const today = sql`(select (now() at time zone time_zone)::date from tenant)`;
/** The plan is made anew whenever something is saved; of a day so far off nothing is known, and everybody is asked. */
const rosterDaysAhead = 60;

/** Everything that routing is made of, as it is stored, but the block lists; rules in the order in which they are tried. */
const readers = {
  tenant: (trx: Trx) =>
    trx
      .selectFrom('tenant')
      .select([
        'time_zone',
        'trial_until',
        'most_calls',
        'unrecorded_since',
        sql<number>`extract(year from now() at time zone time_zone)::int`.as('year'),
      ])
      .executeTakeFirstOrThrow(),
  ownHolidays: readHolidays,
  setting: (trx: Trx) => trx.selectFrom('telephony_setting').selectAll().executeTakeFirst(),
  system: (trx: Trx) => trx.selectFrom('system_setting').selectAll().executeTakeFirst(),
  /** The numbers of those whose last word on being recorded was no. */
  refusals: (trx: Trx) =>
    trx
      .selectFrom('consent as refusal')
      .innerJoin('customer_phone', 'customer_phone.customer_id', 'refusal.customer_id')
      .where('refusal.purpose', '=', 'recording')
      .where('refusal.given', '=', false)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('consent')
              .whereRef('consent.customer_id', '=', 'refusal.customer_id')
              .where('consent.purpose', '=', 'recording')
              .where('consent.given', '=', true)
              .where(sql<boolean>`(consent.created_at, consent.id) > (refusal.created_at, refusal.id)`),
          ),
        ),
      )
      .select('customer_phone.e164')
      .distinct()
      .orderBy('customer_phone.e164')
      .execute(),
  people: (trx: Trx) =>
    trx
      .selectFrom('account')
      .innerJoin('role', 'role.id', 'account.role_id')
      .select(['account.extension', 'account.name', 'role.name as role', 'role.permissions'])
      .where('account.extension', 'is not', null)
      .where('account.active', '=', true)
      .execute(),
  extensions: (trx: Trx) =>
    inBatches((last: { number: string } | undefined) =>
      trx
        .selectFrom('extension')
        .selectAll()
        .$if(last !== undefined, (query) => query.where('number', '>', last?.number ?? ''))
        .orderBy('number')
        .limit(batchSize)
        .execute(),
    ),
  extensionGroups: (trx: Trx) =>
    trx.selectFrom('extension_group').select(['id', 'call_rights', 'service_number_id']).execute(),
  groups: (trx: Trx) => trx.selectFrom('ring_group').selectAll().orderBy('id').execute(),
  members: (trx: Trx) =>
    trx
      .selectFrom('ring_group_member')
      .innerJoin('extension', 'extension.id', 'ring_group_member.extension_id')
      .select(['ring_group_member.ring_group_id', 'ring_group_member.delay_seconds', 'ring_group_member.ring_seconds'])
      .select('extension.number')
      .orderBy('ring_group_member.position')
      .orderBy('extension.number')
      .execute(),
  queues: (trx: Trx) => trx.selectFrom('queue').selectAll().orderBy('id').execute(),
  queueMembers: (trx: Trx) =>
    trx
      .selectFrom('queue_member')
      .innerJoin('extension', 'extension.id', 'queue_member.extension_id')
      .select(['queue_member.queue_id', 'queue_member.penalty', 'queue_member.weight', 'queue_member.skills'])
      .select('extension.number')
      .orderBy('queue_member.position')
      .orderBy('extension.number')
      .execute(),
  /** Of people who are in use, from yesterday on: its night shifts are still under way. Not asked for where no queue goes by it. */
  rosterShifts: async (trx: Trx) => {
    const { rows } = await sql<{ day: string; extension: string; from_time: string; to_time: string }>`
      select to_char(entry.day, 'YYYY-MM-DD') as day, account.extension, shift.from_time, shift.to_time
      from roster_entry as entry join shift on shift.id = entry.shift_id join account on account.id = entry.account_id
      where exists (select from queue where by_roster) and account.active and account.extension is not null
        and entry.day between ${today}::date - 1 and ${today}::date + ${rosterDaysAhead}::int
      order by entry.day, shift.from_time, shift.to_time, account.extension`.execute(trx);
    return rows;
  },
  /** Those whom somebody needs although it is not their shift. */
  calledIn: async (trx: Trx) => {
    const { rows } = await sql<{ extension: string; from_at: Date; until_at: Date }>`
      select account.extension, from_at, until_at
      from roster_call_in join account on account.id = roster_call_in.account_id
      where exists (select from queue where by_roster) and account.active and account.extension is not null
        and until_at > now()
      order by account.extension`.execute(trx);
    return rows;
  },
  queueNeeds: (trx: Trx) =>
    trx
      .selectFrom('queue_need')
      .select(['id', 'queue_id', 'skill', 'level', 'until_seconds'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
  queueCallers: (trx: Trx) =>
    trx
      .selectFrom('queue_caller')
      .select(['id', 'queue_id', 'name', 'caller_pattern', 'service_number_id', 'priority', 'skills', 'until_seconds'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
  queueExits: (trx: Trx) => trx.selectFrom('queue_exit').selectAll().orderBy('position').execute(),
  sounds: (trx: Trx) => trx.selectFrom('greeting').select(['id', 'tenant_id', 'audio_id']).execute(),
  music: (trx: Trx) =>
    trx.selectFrom('music_on_hold').select(['id', 'tenant_id', 'audio_id', 'random', 'volume']).orderBy('id').execute(),
  musicPieces: (trx: Trx) =>
    trx.selectFrom('music_piece').select(['music_on_hold_id', 'audio_id']).orderBy('position').orderBy('id').execute(),
  menus: (trx: Trx) => trx.selectFrom('ivr_menu').selectAll().orderBy('id').execute(),
  menuKeys: (trx: Trx) => trx.selectFrom('ivr_key').selectAll().orderBy('keys').execute(),
  lastCallRules: (trx: Trx) => trx.selectFrom('last_call_rule').selectAll().execute(),
  announcements: (trx: Trx) => trx.selectFrom('announcement').selectAll().execute(),
  timeGroups: (trx: Trx) => trx.selectFrom('time_group').selectAll().execute(),
  timeSlots: (trx: Trx) => trx.selectFrom('time_group_detail').selectAll().orderBy('position').orderBy('id').execute(),
  conditions: (trx: Trx) => trx.selectFrom('time_condition').selectAll().execute(),
  customerConditions: (trx: Trx) => trx.selectFrom('customer_condition').selectAll().orderBy('id').execute(),
  customerKinds: (trx: Trx) => trx.selectFrom('customer_kind').selectAll().orderBy('position').orderBy('id').execute(),
  codeQuestions: (trx: Trx) =>
    trx
      .selectFrom('code_question')
      .select(['id', 'name', 'greeting_id', 'wrong_greeting_id', 'min_digits', 'max_digits', 'end_key', 'wait_seconds'])
      .select(['digit_seconds', 'tries', 'otherwise_kind', 'otherwise_value'])
      .orderBy('id')
      .execute(),
  codeAnswers: (trx: Trx) =>
    trx
      .selectFrom('code_answer')
      .select(['id', 'code_question_id', 'answer', 'destination_kind', 'destination_value'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
  /** Those that may be asked, today or on another day. */
  surveys: (trx: Trx) =>
    trx
      .selectFrom('survey_campaign')
      .where('status', '=', 'running')
      .select(['id', 'name'])
      .select([sql<string | null>`starts_on::text`.as('starts_on'), sql<string | null>`ends_on::text`.as('ends_on')])
      .orderBy('id')
      .execute(),
  surveyQuestions: (trx: Trx) =>
    trx
      .selectFrom('survey_campaign_question as its')
      .innerJoin('survey_campaign as survey', 'survey.id', 'its.survey_campaign_id')
      .innerJoin('survey_question as question', 'question.id', 'its.question_id')
      .where('survey.status', '=', 'running')
      .select(['its.survey_campaign_id', 'question.tenant_id', 'question.id as question_id', 'question.name'])
      .select(['question.choices', 'question.greeting_id', 'question.spoken_id', 'question.spoken_text'])
      // Only what the contract names is ever put there.
      .select((row) => row.ref('question.kind').$castTo<QuestionKind>().as('kind'))
      .orderBy('its.position')
      .orderBy('its.id')
      .execute(),
  surveyBranches: (trx: Trx) =>
    trx
      .selectFrom('survey_branch')
      .innerJoin('survey_campaign as survey', 'survey.id', 'survey_branch.survey_campaign_id')
      .where('survey.status', '=', 'running')
      .select(['survey_branch.id', 'survey_campaign_id', 'question_id', 'answer', 'next_id'])
      .orderBy('survey_branch.position')
      .orderBy('survey_branch.id')
      .execute(),
  codes: (trx: Trx) => trx.selectFrom('feature_code').select(['feature', 'code', 'enabled']).execute(),
  prompts: promptRows,
  voiceClips: voiceRows,
  voiceInUse,
  boxes: (trx: Trx) => trx.selectFrom('voicemail_box').selectAll().execute(),
  assignedCarriers: (trx: Trx) =>
    trx
      .selectFrom('assigned_carrier')
      .select(['host', 'share_id'])
      .where(sql<boolean>`(share_id is null or exists (select from carrier_share where id = share_id and active))`)
      .orderBy('host')
      .execute(),
  carrierShares: (trx: Trx) =>
    trx
      .selectFrom('carrier_share')
      .selectAll()
      .select(
        sql<{
          channels: number | null;
          given: number;
        } | null>`(select to_jsonb(its) from carrier_use(carrier_id) as its)`.as('carrier'),
      )
      .where('active', '=', true)
      .orderBy('id')
      .execute(),
  /** Of those that lead to a shared carrier the ones whose company still has a part of it. */
  trunks: (trx: Trx) =>
    trx
      .selectFrom('trunk')
      .selectAll()
      .select(
        sql<string | null>`case when exists (select from carrier_share) then share_of(host, backups, addresses) end`.as(
          'share_id',
        ),
      )
      .select(sql<boolean>`may_pass_callers(host, backups, addresses)`.as('may_pass_callers'))
      .where('enabled', '=', true)
      .where(
        sql<boolean>`not exists (
          select from carrier_share where not active and id = share_of(trunk.host, trunk.backups, trunk.addresses))`,
      )
      .orderBy('id')
      .execute(),
  /** Those by which calls come and go: a company on trial has none that is not proven, and a shared carrier carries those given there. */
  numbers: (trx: Trx) =>
    trx
      .selectFrom('service_number')
      .selectAll()
      .select(sql<boolean>`${isShown}`.as('shown'))
      .where('enabled', '=', true)
      .where('number', '<>', '')
      .where(
        sql<boolean>`(proven_at is not null or (select trial_until is null from tenant where tenant.id = tenant_id))`,
      )
      .where(isCarried)
      .where(isActive)
      .orderBy('number')
      .execute(),
  numberCallers: (trx: Trx) =>
    trx
      .selectFrom('service_number_caller')
      .innerJoin('extension', 'extension.id', 'service_number_caller.extension_id')
      .select(['service_number_caller.service_number_id', 'extension.number'])
      .orderBy('extension.number')
      .execute(),
  /** Of which running projects a number is. */
  projectNumbers: (trx: Trx) =>
    trx
      .selectFrom('project_number')
      .innerJoin('project', 'project.id', 'project_number.project_id')
      .select(['project_number.service_number_id', 'project.id as project_id', 'project.name', 'project.members_only'])
      .where('project.status', '=', 'running')
      .orderBy('project.name')
      .orderBy('project.id')
      .execute(),
  /** Who may call with the numbers of those that keep them for their members. */
  projectCallers: (trx: Trx) =>
    trx
      .selectFrom('project_member')
      .innerJoin('project', 'project.id', 'project_member.project_id')
      .innerJoin('account', 'account.id', 'project_member.account_id')
      .select(['project_member.project_id', 'account.extension'])
      .where('project.status', '=', 'running')
      .where('project.members_only', '=', true)
      .where('account.active', '=', true)
      .where('account.extension', 'is not', null)
      .orderBy('account.extension')
      .execute(),
  inbound: (trx: Trx) => inBatches((last: Named | undefined) => inbound(trx, last).execute()).then(tried),
  outbound: (trx: Trx) =>
    inBatches(async (last: Named | undefined) => withWays(trx, await outbound(trx, last).execute())).then(tried),
};

type Named = { readonly id: string };
const nothing = '00000000-0000-0000-0000-000000000000';
const beginning = (last: Named | undefined) => last?.id ?? nothing;

const inbound = (trx: Trx, last?: Named) =>
  trx
    .selectFrom('inbound_rule')
    .select(['id', 'name', 'priority', 'service_number_id', 'caller_pattern', 'time_group_id'])
    .select(['destination_kind', 'destination_value', 'after_talk_kind', 'after_talk_value'])
    .select(['purpose', 'recording', 'greeting_id', 'music_id', 'name_prefix'])
    .where('enabled', '=', true)
    .where('id', '>', beginning(last))
    .orderBy('id')
    .limit(batchSize);
const outbound = (trx: Trx, last?: Named) =>
  trx
    .selectFrom('outbound_rule')
    .select(['id', 'name', 'priority', 'pattern', 'extensions', 'strip', 'prepend', 'prefers_same_carrier'])
    .select('max_minutes')
    .where('enabled', '=', true)
    .where('id', '>', beginning(last))
    .orderBy('id')
    .limit(batchSize);

/** Rules with the ways that they lead over, in their order, and the groups that they are for: a rule that is changed is one row. */
async function withWays<Rule extends Named>(trx: Trx, rules: readonly Rule[]) {
  const ids = rules.map(({ id }) => id);
  if (ids.length === 0) return [];
  const routes = await trx
    .selectFrom('outbound_route')
    .select(['outbound_rule_id', 'service_number_id'])
    .where('outbound_rule_id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const groups = await trx
    .selectFrom('outbound_rule_group')
    .select(['outbound_rule_id', 'extension_group_id'])
    .where('outbound_rule_id', 'in', ids)
    .orderBy('id')
    .execute();
  return rules.map((rule) => ({
    ...rule,
    numbers: rowsWith(routes, 'outbound_rule_id', rule.id).map((route) => route.service_number_id),
    groups: rowsWith(groups, 'outbound_rule_id', rule.id).map((group) => group.extension_group_id),
  }));
}

/** So many rows are read at once: one answer is taken in without a pause, however long it is. */
const batchSize = 250;

async function inBatches<One>(read: (last: One | undefined) => Promise<One[]>): Promise<One[]> {
  const rows: One[] = [];
  for (;;) {
    const batch = await read(rows.at(-1));
    rows.push(...batch);
    if (batch.length < batchSize) return rows;
  }
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Rules in the order in which they are tried. */
const tried = <Rule extends Named & { readonly priority: number }>(rules: readonly Rule[]): Rule[] =>
  rules.toSorted((one, other) => one.priority - other.priority || compared(one.id, other.id));

/** What rules are made of: thousands, of which those are read again that were changed. */
const ofRules = ['inbound', 'outbound'] as const satisfies readonly RowsName[];

/** The rows with the rules that were changed since `mark`. What is told twice comes to the same. */
export async function readChangedRules(trx: Trx, before: Rows, mark: string): Promise<Rows> {
  const { rows: changed } = await sql<{ direction: 'in' | 'out'; rule_id: string }>`
    select distinct direction, rule_id from rule_change where xid >= ${mark}::xid8`.execute(trx);
  let rows = before;
  for (let from = 0; from < changed.length; from += batchSize) {
    const batch = changed.slice(from, from + batchSize);
    const idsOf = (direction: 'in' | 'out') => batch.flatMap((one) => (one.direction === direction ? one.rule_id : []));
    const [ins, outs] = [idsOf('in'), idsOf('out')];
    if (ins.length > 0) {
      const fresh = await inbound(trx).where('id', 'in', ins).execute();
      rows = { ...rows, inbound: replaced(rows.inbound, ins, fresh) };
    }
    if (outs.length > 0) {
      const fresh = await withWays(trx, await outbound(trx).where('id', 'in', outs).execute());
      rows = { ...rows, outbound: replaced(rows.outbound, outs, fresh) };
    }
    await breathe();
  }
  return rows;
}

/** Takes out of the log what this look has told, an hour after it was changed. */
export async function forgetRuleChanges(trx: Trx, mark: string): Promise<void> {
  await sql`delete from rule_change where xid < ${mark}::xid8 and at < now() - interval '1 hour'`.execute(trx);
}

/** Rules with others in the place of those that have one of these ids; the very same where they are as they were. */
function replaced<One extends Named & { readonly priority: number }>(
  before: One[],
  ids: readonly string[],
  fresh: readonly One[],
): One[] {
  const gone = new Set(ids);
  const kept: One[] = [];
  const old = new Map<string, One>();
  for (const row of before) {
    if (gone.has(row.id)) old.set(row.id, row);
    else kept.push(row);
  }
  for (const row of fresh) {
    const known = old.get(row.id);
    kept.push(known !== undefined && isSame(known, row) ? known : row);
  }
  const rows = tried(kept);
  return isWhole(before, rows) ? before : rows;
}

/** What was told twice, for somebody else's transaction was under way, is nothing new. */
const isWhole = (before: readonly unknown[], rows: readonly unknown[]): boolean =>
  rows.length === before.length && rows.every((row, place) => row === before[place]);

type Readers = typeof readers;
/** What of it. */
export type RowsName = keyof Readers;
export type Rows = { readonly [Name in RowsName]: Awaited<ReturnType<Readers[Name]>> };
/** A row as it is stored. */
export type Row<Table extends keyof Database> = Selectable<Database[Table]>;

/** All of it. */
export async function readRows(trx: Trx): Promise<Rows> {
  const read: Partial<Record<RowsName, unknown>> = {};
  // These are their names.
  for (const name of Object.keys(readers) as RowsName[]) read[name] = await readers[name](trx);
  return read as Rows; // each was read by its own reader
}

/** All of it again, with `names` as they are now. What is as it was before is the very same value, so that nothing is made of it anew. */
export async function readAgain(trx: Trx, before: Rows, names: readonly RowsName[]): Promise<Rows> {
  const read: Partial<Record<RowsName, unknown>> = {};
  for (const name of names) read[name] = await kept(before[name], await readers[name](trx));
  return { ...before, ...(read as Partial<Rows>) }; // each was read by its own reader
}

/** Every name but of what is told by itself. */
export const allButRules = (Object.keys(readers) as RowsName[]).filter((name) => !ofRules.some((one) => one === name));

/** So many are compared at once; then others have their turn. */
const sliceLength = 500;

async function kept(before: unknown, after: unknown): Promise<unknown> {
  if (!Array.isArray(before) || !Array.isArray(after)) return isDeepStrictEqual(before, after) ? before : after;
  const known = new Map(before.map((row: object) => [keyOf(row), row]));
  const rows: unknown[] = [];
  for (const row of after as readonly object[]) {
    const old = known.get(keyOf(row));
    rows.push(old !== undefined && isSame(old, row) ? old : row);
    if (rows.length % sliceLength === 0) await breathe();
  }
  return isWhole(before, rows) ? before : rows;
}

/** Rows without an id are few, and are told apart by all that is in them. */
const keyOf = (row: object): unknown => ('id' in row ? row.id : JSON.stringify(row));

function isSame(one: object, other: object): boolean {
  const values = new Map(Object.entries(other));
  return Object.entries(one).every(([column, value]) => {
    const its: unknown = values.get(column);
    return value === its || (typeof value === 'object' && isDeepStrictEqual(value, its));
  });
}
