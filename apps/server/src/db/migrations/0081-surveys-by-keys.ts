import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Callers answer surveys by keys: a survey is a place that calls are led to, its questions have sounds, what is asked next may depend on
 * the answer, and a low score is a task for somebody. A customer may be asked in many calls, and somebody without a card, too.
 */
export const surveysByKeys: Migration = {
  name: '0081-surveys-by-keys',
  async up(db) {
    await run(db, widenedChecks);
    await run(db, named);
    await run(
      db,
      `create trigger keep_destination after delete on survey_campaign referencing old table as gone
        for each statement execute function keep_destination('survey', 'id')`,
    );
    await run(
      db,
      `alter table queue add column after_talk_kind text constraint queue_after_talk_kind_check check (after_talk_kind in (${kinds})),
        add column after_talk_value text not null default ''`,
    );
    // A sound of the company's own, or the words as a machine has spoken them.
    await run(
      db,
      `alter table survey_question add column greeting_id uuid, add column spoken_id uuid,
        add column spoken_text text not null default '',
        add ${references('survey_question', 'greeting_id', 'greeting')} deferrable,
        add ${references('survey_question', 'spoken_id', 'audio')} deferrable`,
    );
    for (const column of ['greeting_id', 'spoken_id']) {
      await run(db, `create index survey_question_${column}_reference on survey_question (tenant_id, ${column})`);
    }
    await createTenantTable(db, 'survey_branch', [
      'survey_campaign_id uuid not null',
      'position integer not null default 0',
      'question_id uuid not null',
      "answer text not null default ''",
      'next_id uuid',
      references('survey_branch', 'survey_campaign_id', 'survey_campaign', 'cascade'),
      references('survey_branch', 'question_id', 'survey_question'),
      references('survey_branch', 'next_id', 'survey_question'),
    ]);
    await run(
      db,
      `create index survey_branch_survey on survey_branch (tenant_id, survey_campaign_id, position);
      create index survey_branch_question on survey_branch (tenant_id, question_id);
      create index survey_branch_next on survey_branch (tenant_id, next_id)`,
    );
    await run(
      db,
      `alter table survey_campaign add column low_to_owner boolean not null default false,
        add column low_account_id uuid,
        add column low_hours integer not null default 24 check (low_hours between 1 and 720),
        add ${references('survey_campaign', 'low_account_id', 'account')}`,
    );
    await run(db, 'create index survey_campaign_low_account on survey_campaign (tenant_id, low_account_id)');
    await run(db, responses);
  },
};

const kinds = ['ivr', 'direct', 'group', 'fw', 'msg', 'time', 'customer', 'code', 'survey', 'voicemail', 'queue']
  .concat('lastcall', 'hang-up')
  .map((kind) => `'${kind}'`)
  .join(', ');

/** Wherever calls may end, questions may be asked, too. */
const widenedChecks = `do $do$
declare
  place record;
begin
  for place in
    select c.conrelid::regclass as part, c.conname as name, pg_get_constraintdef(c.oid) as says
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'c' and c.connamespace = 'public'::regnamespace and a.attname like '%\\_kind'
        and pg_get_constraintdef(c.oid) like '%''hang-up''::text%'
  loop
    execute format('alter table %s drop constraint %I', place.part, place.name);
    execute format('alter table %s add constraint %I %s', place.part, place.name,
      replace(place.says, '''hang-up''::text', '''survey''::text, ''hang-up''::text'));
  end loop;
end $do$`;

/** What names destinations, and notes changes of them in words, knows one more: each is what it was with a line put in. */
const named = `do $do$
begin
  execute 'create or replace view destination_option with (security_invoker = true) as '
    || rtrim(pg_get_viewdef('destination_option'::regclass), ';')
    || ' union all select tenant_id, ''survey''::text as type, id::text as value, name from survey_campaign';
  execute replace(pg_get_functiondef('place_name(text, text)'::regprocedure), 'when ''fw'' then',
    'when ''survey'' then (select survey_campaign.name from survey_campaign where survey_campaign.id = place_name.value::uuid)
    when ''fw'' then');
  execute replace(pg_get_functiondef('destination_name(text, text)'::regprocedure), 'when ''lastcall'' then',
    'when ''survey'' then ''Khảo sát'' when ''lastcall'' then');
end $do$`;

/**
 * People ask a customer once in a survey, and edit what was answered; calls ask each time. \`created_by\` is whoever of ours asked, or
 * talked with them before they were asked.
 */
const responses = `
  alter table survey_response
    alter column customer_id drop not null,
    add column channel text not null default 'person'
      constraint survey_response_channel check (channel in ('person', 'keys', 'auto', 'link')),
    add column complete boolean not null default false,
    add column task_id uuid;
  alter table survey_response no force row level security;
  update survey_response set complete = outcome = 'answered' and not exists (
    select from survey_campaign_question as its where its.tenant_id = survey_response.tenant_id
      and its.survey_campaign_id = survey_response.survey_campaign_id
      and not survey_response.answers @> jsonb_build_array(jsonb_build_object('question_id', its.question_id::text)));
  alter table survey_response force row level security;
  alter table survey_response drop constraint survey_response_once,
    add column asked_once uuid generated always as (case when channel = 'person' then survey_campaign_id else id end) stored;
  alter table survey_response add constraint survey_response_once unique (tenant_id, asked_once, customer_id);
  create unique index survey_response_of_call on survey_response (tenant_id, survey_campaign_id, call_id)
    where channel in ('keys', 'auto');
  create index survey_response_survey on survey_response (tenant_id, survey_campaign_id, created_at);
  create index survey_response_task on survey_response (tenant_id, task_id) where task_id is not null`;
