import { resourceTable } from '../recipes/resource-table.ts';
import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** Callers type a code, and the company's own system says where they go. */
export const codesThatAreAskedAbout: Migration = {
  name: '0060-codes-that-are-asked-about',
  async up(db) {
    await run(db, widenedChecks);
    await resourceTable(db, 'code_question', {
      columns: [
        'name text not null',
        'greeting_id uuid',
        'wrong_greeting_id uuid',
        'min_digits integer not null default 4 check (min_digits between 1 and 20)',
        'max_digits integer not null default 10 check (max_digits between 1 and 20)',
        "end_key text not null default '#' check (end_key in ('#', '*', 'none'))",
        'wait_seconds integer not null default 10 check (wait_seconds between 1 and 60)',
        'digit_seconds integer not null default 4 check (digit_seconds between 1 and 60)',
        'tries integer not null default 3 check (tries between 1 and 10)',
        'url text not null',
        `otherwise_kind text not null constraint code_question_otherwise_kind_check check (otherwise_kind in (${kinds}))`,
        "otherwise_value text not null default ''",
        "note text not null default ''",
        ...sounds.map((column) => `${references('code_question', column, 'greeting')} deferrable`),
      ],
    });
    for (const column of sounds) {
      await run(db, `create index code_question_${column}_reference on code_question (tenant_id, ${column})`);
    }
    await createTenantTable(db, 'code_answer', [
      'code_question_id uuid not null',
      'position integer not null default 0',
      "answer text not null check (answer <> '')",
      `destination_kind text not null constraint code_answer_destination_kind_check check (destination_kind in (${kinds}))`,
      "destination_value text not null default ''",
      `${references('code_answer', 'code_question_id', 'code_question', 'cascade')} deferrable`,
    ]);
    await run(db, 'create index code_answer_question on code_answer (tenant_id, code_question_id, position)');
    // Of no version and no draft: a way back brings no old secret.
    await createTenantTable(db, 'code_secret', [
      'code_question_id uuid not null',
      'sealed_secret bytea not null',
      `${references('code_secret', 'code_question_id', 'code_question', 'cascade')} deferrable`,
    ]);
    await run(db, 'create unique index code_secret_question on code_secret (tenant_id, code_question_id)');
    await run(db, named);
    await run(
      db,
      `create trigger keep_destination after delete on code_question referencing old table as gone
        for each statement execute function keep_destination('code', 'id')`,
    );
    for (const table of ['code_question', 'code_answer']) {
      await run(
        db,
        `create trigger note_routing after insert or update or delete on ${table}
          for each row execute function note_routing('id')`,
      );
    }
    await giveRights(db);
  },
};

const sounds = ['greeting_id', 'wrong_greeting_id'];

const kinds = ['ivr', 'direct', 'group', 'fw', 'msg', 'time', 'customer', 'code', 'voicemail', 'queue', 'lastcall']
  .concat('hang-up')
  .map((kind) => `'${kind}'`)
  .join(', ');

/** Wherever calls may end a code may be asked for, too. */
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
      replace(place.says, '''hang-up''::text', '''code''::text, ''hang-up''::text'));
  end loop;
end $do$`;

/** What names destinations, and notes changes of them in words, knows one more: each is what it was with a line put in. */
const named = `do $do$
declare
  words text := (select pg_get_triggerdef(oid) from pg_trigger
    where tgname = 'note_routing_words' and tgrelid = 'audit'::regclass);
begin
  execute 'create or replace view destination_option with (security_invoker = true) as '
    || rtrim(pg_get_viewdef('destination_option'::regclass), ';')
    || ' union all select tenant_id, ''code''::text as type, id::text as value, name from code_question';
  execute replace(pg_get_functiondef('place_name(text, text)'::regprocedure), 'when ''fw'' then',
    'when ''code'' then (select code_question.name from code_question where code_question.id = place_name.value::uuid)
    when ''fw'' then');
  execute replace(pg_get_functiondef('destination_name(text, text)'::regprocedure), 'when ''lastcall'' then',
    'when ''code'' then ''Nhập mã, hỏi hệ thống'' when ''lastcall'' then');
  execute replace(replace(words, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'),
    '''customer_condition''::text', '''customer_condition''::text, ''code_question''::text');
end $do$`;

/** Whoever sees to menus sees to these. */
async function giveRights(db: MigrationDb): Promise<void> {
  await run(db, 'alter table role no force row level security');
  await run(
    db,
    `update role set permissions = permissions || (
        select array_agg('code-questions.' || split_part(has, '.', 2)) from unnest(permissions) as has
        where has like 'ivr-details.%')
      where exists (select from unnest(permissions) as has where has like 'ivr-details.%')`,
  );
  await run(db, 'alter table role force row level security');
}
