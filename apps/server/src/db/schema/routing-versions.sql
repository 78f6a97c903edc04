-- Every change of what calls are led by is kept by the database itself, in the statement that makes it: as a version
-- that one can go back to, or, in a draft, as a change that is not made yet.

create table routing_version (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  seq bigint generated always as identity,
  kind text not null default 'saved' check (kind in ('saved', 'published', 'rolled-back')),
  note text not null default '',
  -- The version that this one went back to.
  back_to uuid,
  -- The last transaction that belongs to it, which began then.
  touched_at timestamptz not null default now(),
  written_in bigint not null default ((pg_current_xact_id())::text)::bigint,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (tenant_id, id)
);
create index routing_version_newest on routing_version (tenant_id, seq desc);
create index routing_version_written on routing_version (tenant_id, written_in);

create table routing_change (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id bigint generated always as identity,
  version_id uuid not null,
  place text not null,
  row_key text not null,
  was jsonb,
  became jsonb,
  primary key (tenant_id, id),
  constraint routing_change_version_id_fkey foreign key (tenant_id, version_id)
    references routing_version (tenant_id, id) on delete cascade
);
create index routing_change_version on routing_change (tenant_id, version_id);

-- The same as people see it: the row before and after, as the audit trail has it.
create table routing_word (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id bigint generated always as identity,
  version_id uuid not null,
  action text not null,
  subject text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id),
  constraint routing_word_version_id_fkey foreign key (tenant_id, version_id)
    references routing_version (tenant_id, id) on delete cascade
);
create index routing_word_version on routing_word (tenant_id, version_id);

create table routing_draft_row (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  place text not null,
  row_key text not null,
  -- As it was when the draft first changed it, and as the draft has it; null where there is none.
  base jsonb,
  draft jsonb,
  at timestamptz not null default now(),
  written_in bigint not null default ((pg_current_xact_id())::text)::bigint,
  primary key (tenant_id, place, row_key)
);

-- Past calls that were played through a draft, and those of them that would go elsewhere. Its id is its job's.
create table routing_replay (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  since timestamptz not null,
  until timestamptz not null,
  calls integer not null default 0,
  moved integer not null default 0,
  -- By where they would go: how many, and how many come there now.
  places jsonb not null default '[]',
  -- The first that would go elsewhere.
  moves jsonb not null default '[]',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint routing_replay_id_fkey foreign key (tenant_id, id) references job (tenant_id, id) on delete cascade
);

-- The version that a transaction's changes belong to. Who saves one thing after the other makes one version. After a
-- restore the database counts its transactions anew: their time tells them apart.
create function routing_version_now(by_whom uuid) returns uuid
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
end $$;

-- The setting `app.routing` of a transaction says what its changes are: `draft` notes them as the draft's, `overlay`
-- is the draft being laid over the rows, which is nobody's change. What a phone sets by itself in daily work (do not
-- disturb, the override of a condition) is no version.
create function note_routing() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
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
end $$;

-- The tables that routing is made of, and what names a row of each. Block lists are data and not among them.
do $do$
declare
  place record;
begin
  for place in
    select * from (values
      ('service_number', 'id'), ('service_number_caller', 'id'), ('extension_group', 'id'), ('extension', 'id'),
      ('greeting', 'id'), ('music_on_hold', 'id'), ('music_piece', 'id'), ('time_group', 'id'), ('time_group_detail', 'id'),
      ('holiday_year', 'year'), ('time_condition', 'id'), ('announcement', 'id'), ('voicemail_box', 'id'),
      ('last_call_rule', 'id'), ('ring_group', 'id'), ('ring_group_member', 'id'), ('queue', 'id'), ('queue_member', 'id'),
      ('queue_exit', 'id'), ('ivr_menu', 'id'), ('ivr_key', 'id'), ('inbound_rule', 'id'), ('outbound_rule', 'id'),
      ('outbound_rule_group', 'id'), ('outbound_route', 'id')
    ) as tables (name, key)
  loop
    execute format('create trigger note_routing after insert or update or delete on %I
      for each row execute function note_routing(%L)', place.name, place.key);
  end loop;
end $do$;

-- Each change of a row is in the audit trail, in its own transaction: so a version has it in words, and knows whose
-- it is.
create function note_routing_words() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
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
end $$;
create trigger note_routing_words after insert on audit
  for each row
  when (new.subject = any (array['service_number', 'service_number_caller', 'extension_group', 'extension',
    'greeting', 'music_on_hold', 'time_group', 'time_group_detail', 'holiday_year', 'time_condition', 'announcement',
    'voicemail_box', 'last_call_rule', 'ring_group', 'ring_group_member', 'queue', 'queue_member', 'queue_exit',
    'ivr_menu', 'ivr_key', 'inbound_rule', 'outbound_rule', 'outbound_rule_group', 'outbound_route']))
  execute function note_routing_words();
