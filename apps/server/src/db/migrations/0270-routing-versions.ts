import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * Every change of what calls are led by is kept by the database itself, in the statement that makes it: as a version that one can
 * go back to, or, in a draft, as a change that is not made yet.
 */
export const routingVersions: Migration = {
  name: '0270-routing-versions',
  async up(db) {
    await versions(db);
    await drafts(db);
    await noting(db);
    await words(db);
    await inAnyOrder(db);
  },
};

/** Tables that routing is made of, and what names a row. Block lists are data: see ADR 270. */
const tables = {
  service_number: 'id',
  service_number_caller: 'id',
  extension_group: 'id',
  extension: 'id',
  greeting: 'id',
  music_on_hold: 'id',
  time_group: 'id',
  time_group_detail: 'id',
  holiday_year: 'year',
  time_condition: 'id',
  announcement: 'id',
  voicemail_box: 'id',
  last_call_rule: 'id',
  ring_group: 'id',
  ring_group_member: 'id',
  queue: 'id',
  queue_member: 'id',
  queue_exit: 'id',
  ivr_menu: 'id',
  ivr_key: 'id',
  inbound_rule: 'id',
  outbound_rule: 'id',
  outbound_rule_group: 'id',
  outbound_route: 'id',
} as const;
const names = Object.keys(tables);
const list = names.map((name) => `'${name}'`).join(', ');

const own = 'tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade';

async function guarded(db: MigrationDb, table: string) {
  await guardByTenant(db, table);
  await run(db, `grant select, insert, update, delete on ${table} to ${roles.app}`);
}

async function versions(db: MigrationDb) {
  await run(
    db,
    `create table routing_version (
      ${own},
      id uuid not null default gen_random_uuid(),
      seq bigint generated always as identity,
      kind text not null default 'saved' check (kind in ('saved', 'published', 'rolled-back')),
      note text not null default '',
      -- The version that this one went back to.
      back_to uuid,
      created_by uuid,
      created_at timestamptz not null default now(),
      -- The last transaction that belongs to it, which began then.
      touched_at timestamptz not null default now(),
      written_in bigint not null default pg_current_xact_id()::text::bigint,
      primary key (tenant_id, id)
    )`,
  );
  await run(db, 'create index routing_version_newest on routing_version (tenant_id, seq desc)');
  await run(db, 'create index routing_version_written on routing_version (tenant_id, written_in)');
  await guarded(db, 'routing_version');
  const ofVersion = `foreign key (tenant_id, version_id) references routing_version (tenant_id, id) on delete cascade`;
  await run(
    db,
    `create table routing_change (
      ${own},
      id bigint generated always as identity,
      version_id uuid not null,
      place text not null,
      row_key text not null,
      was jsonb,
      became jsonb,
      primary key (tenant_id, id),
      constraint routing_change_version_id_fkey ${ofVersion}
    )`,
  );
  await run(db, 'create index routing_change_version on routing_change (tenant_id, version_id)');
  await guarded(db, 'routing_change');
  // The same as people see it: the row before and after, as the audit trail has it.
  await run(
    db,
    `create table routing_word (
      ${own},
      id bigint generated always as identity,
      version_id uuid not null,
      action text not null,
      subject text not null,
      subject_id text not null,
      before jsonb,
      after jsonb,
      primary key (tenant_id, id),
      constraint routing_word_version_id_fkey ${ofVersion}
    )`,
  );
  await run(db, 'create index routing_word_version on routing_word (tenant_id, version_id)');
  await guarded(db, 'routing_word');
}

async function drafts(db: MigrationDb) {
  await run(
    db,
    `create table routing_draft_row (
      ${own},
      place text not null,
      row_key text not null,
      -- As it was when the draft first changed it, and as the draft has it; null where there is none.
      base jsonb,
      draft jsonb,
      at timestamptz not null default now(),
      written_in bigint not null default pg_current_xact_id()::text::bigint,
      primary key (tenant_id, place, row_key)
    )`,
  );
  await guarded(db, 'routing_draft_row');
}

/**
 * The setting \`app.routing\` of a transaction says what its changes are: \`draft\` notes them as the draft's, \`overlay\` is the draft
 * being laid over the rows, which is nobody's change. What a phone sets by itself in daily work (do not disturb, the override of a
 * condition) is no version.
 */
async function noting(db: MigrationDb) {
  await run(
    db,
    `create function routing_version_now(by_whom uuid) returns uuid
      language plpgsql set search_path = pg_catalog, public as $$
      declare
        xact bigint := pg_current_xact_id()::text::bigint;
        latest record;
        made uuid;
      begin
        -- After a restore the database counts its transactions anew: their time tells them apart.
        select id into made from routing_version
          where tenant_id = current_tenant() and written_in = xact and touched_at = now();
        if found then return made; end if;
        select * into latest from routing_version where tenant_id = current_tenant() order by seq desc limit 1;
        -- Who saves one thing after the other makes one version.
        if found and latest.kind = 'saved' and latest.created_by = by_whom
          and latest.touched_at between now() - interval '10 minutes' and now() then
          update routing_version set written_in = xact, touched_at = now()
            where tenant_id = latest.tenant_id and id = latest.id;
          return latest.id;
        end if;
        insert into routing_version (tenant_id, created_by) values (current_tenant(), by_whom) returning id into made;
        return made;
      end $$`,
  );
  await run(
    db,
    `create function note_routing() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      declare
        mode text := coalesce(current_setting('app.routing', true), '');
        -- Who keeps a secret keeps it in one place, and what a phone tried is nobody's configuration.
        kept_out text[] := array['pin_hash', 'pin_misses', 'pin_blocked_until'];
        was jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) - kept_out end;
        became jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) - kept_out end;
        either jsonb := coalesce(became, was);
        stamps text[] := array['version', 'updated_at', 'updated_by'];
        daily text[] := array['do_not_disturb', 'override', 'override_until'];
      begin
        if mode = 'overlay' or was = became or (either ->> 'tenant_id')::uuid is distinct from current_tenant()
          -- With a company goes all that it has.
          or not exists (select from tenant where id = current_tenant()) then
          return null;
        end if;
        if mode = 'draft' then
          insert into routing_draft_row as kept (tenant_id, place, row_key, base, draft)
            values (current_tenant(), tg_table_name, either ->> tg_argv[0], was, became)
            on conflict (tenant_id, place, row_key)
              do update set draft = excluded.draft, at = excluded.at, written_in = excluded.written_in;
          return null;
        end if;
        if tg_op = 'UPDATE' and was - stamps <> became - stamps and was - stamps - daily = became - stamps - daily then
          return null;
        end if;
        insert into routing_change (tenant_id, version_id, place, row_key, was, became) values (
          current_tenant(),
          routing_version_now(case when tg_op = 'DELETE' then null else (became ->> 'updated_by')::uuid end),
          tg_table_name, either ->> tg_argv[0], was, became);
        return null;
      end $$`,
  );
  for (const [table, key] of Object.entries(tables)) {
    await run(
      db,
      `create trigger note_routing after insert or update or delete on ${table}
        for each row execute function note_routing('${key}')`,
    );
  }
}

/** Each change of a row is in the audit trail, in its own transaction: so a version has it in words, and knows whose it is. */
async function words(db: MigrationDb) {
  await run(
    db,
    `create function note_routing_words() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      declare
        its uuid;
      begin
        select id into its from routing_version where tenant_id = new.tenant_id
          and written_in = pg_current_xact_id()::text::bigint and touched_at = now();
        if not found then return null; end if;
        insert into routing_word (tenant_id, version_id, action, subject, subject_id, before, after)
          values (new.tenant_id, its, new.action, new.subject, new.subject_id, new.before, new.after);
        update routing_version set created_by = new.account_id
          where tenant_id = new.tenant_id and id = its and created_by is null;
        return null;
      end $$`,
  );
  await run(
    db,
    `create trigger note_routing_words after insert on audit for each row
      when (new.subject in (${list})) execute function note_routing_words()`,
  );
}

/** A draft, or a way back, is many rows at once that refer to each other: what they refer to is looked at behind the last of them. */
async function inAnyOrder(db: MigrationDb) {
  await run(
    db,
    `do $$
      declare
        key record;
      begin
        for key in select conrelid::regclass as place, conname as name from pg_constraint
          where contype = 'f' and confrelid <> 'tenant'::regclass
            and conrelid::regclass::text in (${list}) and confrelid::regclass::text in (${list})
        loop
          execute format('alter table %s alter constraint %I deferrable initially immediate', key.place, key.name);
        end loop;
      end $$`,
  );
  await run(
    db,
    `create or replace function keep_destination() returns trigger
      language plpgsql set search_path = pg_catalog, public as $$
      declare
        named text[];
      begin
        -- Whoever lays many rows over others looks behind the last of them.
        if current_setting('app.applying', true) = 'on' then return null; end if;
        -- With a company goes all that it has.
        execute format('select array_agg(%I::text) from gone where exists (
          select from tenant where tenant.id = gone.tenant_id)', tg_argv[1]) into named;
        if named is not null and exists (select from destination_users(tg_argv[0], named)) then
          raise exception 'calls are sent there' using errcode = 'foreign_key_violation';
        end if;
        return null;
      end $$`,
  );
}
