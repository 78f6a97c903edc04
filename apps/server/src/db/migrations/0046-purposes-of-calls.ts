import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** What figures count: a code that is read out, and a bot that tries the product, are nobody's work. */
const counted = "purpose not in ('otp', 'test')";

/** No carrier brought a bot. */
const onTheLine = "purpose <> 'test'";

/** What makes each kind of sums, and which calls it counts from now on. */
const sums = [
  ['sum_calls_insert', counted],
  ['sum_calls_delete', counted],
  ['sum_calls_update', counted],
  ['rebuild_call_sums', counted],
  ['sum_numbers_insert', onTheLine],
  ['sum_numbers_delete', onTheLine],
  ['sum_numbers_update', onTheLine],
  ['rebuild_number_sums', onTheLine],
  ['keep_person_sum_insert', counted],
  ['keep_person_sum_update', counted],
  ['rebuild_person_sums', counted],
  ['keep_party_sum_insert', counted],
  ['keep_party_sum_delete', counted],
  ['keep_party_sum_update', counted],
  ['rebuild_party_sums', counted],
  ['keep_talk_sum_insert', counted],
  ['keep_talk_sum_delete', counted],
  ['keep_talk_sum_update', counted],
  ['rebuild_talk_sums', counted],
] as const;

/** Whose rows are written here: those of calls, and what is summed up of them. */
const written = [
  'call',
  'leg',
  'queue_stay',
  'call_sum',
  'number_sum',
  'person_sum',
  'party_sum',
  'talk_sum',
  'rule_sum',
];
const read = ['otp_attempt', 'disposition', 'survey_response', 'audit', 'service_number', 'trunk'];

/**
 * A call knows what it is for. Sums count what people do; a call that is of another kind by now leaves them by the triggers
 * themselves, which see it change.
 */
export const purposesOfCalls: Migration = {
  name: '0046-purposes-of-calls',
  async up(db) {
    await run(
      db,
      `alter table call add column purpose text not null default 'people'
        constraint call_purpose check (purpose in ('people', 'campaign', 'survey', 'otp', 'test'))`,
    );
    await run(db, 'alter table queue_stay add column counts boolean not null default true');
    await run(
      db,
      "create index call_purpose on call (tenant_id, purpose, started_at desc, id) where purpose <> 'people'",
    );
    for (const [name, which] of sums) await run(db, countingOnly(name, which));
    await run(db, callsBetween);
    for (const table of [...written, ...read]) await run(db, `alter table ${table} no force row level security`);
    for (const mark of marks) await run(db, mark);
    for (const table of [...written, ...read]) await run(db, `alter table ${table} force row level security`);
  },
};

/** The function as it is, but for the rows that it counts; none of those that it sums up is written down twice. */
const countingOnly = (name: string, which: string) => `do $do$
  declare was text := pg_get_functiondef('${name}'::regproc); becomes text := was;
  begin
    becomes := replace(becomes, 'sign from after)', $$sign from after where ${which})$$);
    becomes := replace(becomes, 'sign from after union all', $$sign from after where ${which} union all$$);
    becomes := replace(becomes, 'from before)', $$from before where ${which})$$);
    becomes := replace(becomes, 'sign from call where ', $$sign from call where ${which} and $$);
    if becomes = was then raise exception '${name} counts its calls in another way'; end if;
    execute becomes;
  end $do$`;

/** As before, of the calls that figures count. */
const callsBetween = `
  create or replace function calls_between(from_at timestamptz, to_at timestamptz) returns table (at timestamptz,
    direction text, status text, wait_ms bigint, talk_ms bigint, from_extension text, to_extension text, shares jsonb,
    rang text[], refused boolean)
    language plpgsql stable rows 100 set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan as $$
  begin
    return query select call.started_at, call.direction, call.status, call.wait_ms::bigint, call.talk_ms::bigint,
        call.from_extension, call.to_extension, call.shares, call.rang,
        coalesce(call.cause in ('limit', 'congestion') and call.ended_at = call.started_at, false)
      from call where call.started_at >= from_at and call.started_at < to_at and call.${counted};
  end $$`;

/**
 * What calls of before were for, by what was kept of them. A bot's is the first that came to its number right after somebody
 * sent it, by a trunk that leads to this machine.
 */
const marks = [
  `update call set purpose = 'otp' from otp_attempt as code
    where code.tenant_id = call.tenant_id and code.call_id = call.id`,
  `update call set purpose = 'campaign' from disposition as said
    where said.tenant_id = call.tenant_id and said.call_id = call.id and said.campaign_id is not null
      and call.direction = 'outbound' and call.purpose = 'people'`,
  `update call set purpose = 'survey' from survey_response as asked
    where asked.tenant_id = call.tenant_id and asked.call_id = call.id
      and call.direction = 'outbound' and call.purpose = 'people'`,
  `update call set purpose = 'test', trunk_id = '' from audit as sent
      join service_number as own on own.tenant_id = sent.tenant_id and own.id::text = sent.subject_id
      cross join lateral (
        select its.id, its.started_at from call as its
          join trunk on trunk.tenant_id = its.tenant_id and trunk.id::text = its.trunk_id
            and trunk.addresses && array['127.0.0.1', '::1']
        where its.tenant_id = sent.tenant_id and its.direction = 'inbound' and its.service_number = own.number
          and its.started_at between sent.at and sent.at + interval '3 seconds'
        order by its.started_at limit 1
      ) as came
    where sent.action = 'bot-call' and sent.subject = 'service_number'
      and call.tenant_id = sent.tenant_id and call.id = came.id and call.started_at = came.started_at`,
  `update leg set trunk_id = '' from call
    where call.purpose = 'test' and call.tenant_id = leg.tenant_id and call.id = leg.call_id
      and call.started_at = leg.call_started_at and leg.side = 'arrived'`,
  `update queue_stay set counts = false from call
    where call.purpose = 'test' and call.tenant_id = queue_stay.tenant_id and call.id = queue_stay.call_id
      and call.started_at = queue_stay.call_started_at`,
];
