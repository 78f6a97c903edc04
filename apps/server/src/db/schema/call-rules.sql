-- Rules for calls in and out, block lists, feature codes, and the settings and limits of a company's calls.

create table inbound_rule (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  priority integer not null default 100,
  enabled boolean not null default true,
  service_number_id uuid,
  caller_pattern text not null default '',
  time_group_id uuid,
  destination_kind text not null, destination_value text not null default '',
  after_talk_kind text, after_talk_value text not null default '',
  note text not null default '',
  purpose text not null default 'calls' check (purpose in ('calls', 'fallback')),
  recording text not null default 'default' check (recording in ('default', 'always', 'never')),
  greeting_id uuid,
  music_id uuid,
  name_prefix text not null default '' check (length(name_prefix) <= 20),
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint inbound_rule_service_number_id_fkey foreign key (tenant_id, service_number_id)
    references service_number (tenant_id, id) deferrable,
  constraint inbound_rule_time_group_id_fkey foreign key (tenant_id, time_group_id)
    references time_group (tenant_id, id) deferrable,
  constraint inbound_rule_greeting_id_fkey foreign key (tenant_id, greeting_id)
    references greeting (tenant_id, id) deferrable,
  constraint inbound_rule_music_id_fkey foreign key (tenant_id, music_id)
    references music_on_hold (tenant_id, id) deferrable
);
create index inbound_rule_priority on inbound_rule (tenant_id, priority, id);
create index inbound_rule_service_number_id_reference on inbound_rule (tenant_id, service_number_id);
create index inbound_rule_time_group_id_reference on inbound_rule (tenant_id, time_group_id);
create index inbound_rule_changed on inbound_rule (tenant_id, updated_at, id);
create index inbound_rule_greeting_id on inbound_rule (tenant_id, greeting_id);
create index inbound_rule_music_id on inbound_rule (tenant_id, music_id);
create unique index inbound_rule_name_key on inbound_rule (tenant_id, name_key(name));

create table outbound_rule (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  priority integer not null default 100,
  enabled boolean not null default true,
  pattern text not null,
  -- Null is every extension; an empty list is none.
  extensions text[],
  strip integer not null default 0 check (strip between 0 and 20),
  prepend text not null default '' check (prepend ~ '^[0-9+]{0,10}$'),
  prefers_same_carrier boolean not null default false,
  note text not null default '',
  max_minutes integer check (max_minutes between 1 and 1440),
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create index outbound_rule_changed on outbound_rule (tenant_id, updated_at, id);
create unique index outbound_rule_name_key on outbound_rule (tenant_id, name_key(name));

-- Whose extensions may use a rule; with none, and no list of its own, everybody.
create table outbound_rule_group (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  outbound_rule_id uuid not null,
  extension_group_id uuid not null,
  position integer not null default 0,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint outbound_rule_group_once unique (tenant_id, outbound_rule_id, extension_group_id),
  constraint outbound_rule_group_outbound_rule_id_fkey foreign key (tenant_id, outbound_rule_id)
    references outbound_rule (tenant_id, id) on delete cascade deferrable,
  constraint outbound_rule_group_extension_group_id_fkey foreign key (tenant_id, extension_group_id)
    references extension_group (tenant_id, id) deferrable
);
create index outbound_rule_group_extension_group_id_reference on outbound_rule_group (tenant_id, extension_group_id);

create table outbound_route (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  outbound_rule_id uuid not null,
  position integer not null default 0,
  -- The caller number that is shown must be the tenant's own; its trunk carries the call.
  service_number_id uuid not null,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint outbound_route_outbound_rule_id_fkey foreign key (tenant_id, outbound_rule_id)
    references outbound_rule (tenant_id, id) on delete cascade deferrable,
  constraint outbound_route_service_number_id_fkey foreign key (tenant_id, service_number_id)
    references service_number (tenant_id, id) deferrable
);
create index outbound_route_rule on outbound_route (tenant_id, outbound_rule_id, position);
create index outbound_route_service_number_id_reference on outbound_route (tenant_id, service_number_id);

-- Which rules were changed, by the transaction that did it. The process that runs the calls reads these instead of
-- all rules.
create table rule_change (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  direction text not null,
  rule_id uuid not null,
  primary key (tenant_id, id)
);
create index rule_change_since on rule_change (tenant_id, xid, id);

-- note_<table>_<event>() for rules and what belongs to one, found by the column that names the rule.
do $do$
declare
  noted record;
begin
  for noted in
    select * from (values
      ('inbound_rule', 'in', 'id'),
      ('outbound_rule', 'out', 'id'),
      ('outbound_route', 'out', 'outbound_rule_id'),
      ('outbound_rule_group', 'out', 'outbound_rule_id')
    ) as tables (name, direction, key)
    cross join (values
      ('insert', 'new table as fresh', 'fresh'),
      ('delete', 'old table as gone', 'gone'),
      ('update', 'old table as gone new table as fresh', '(select * from gone union all select * from fresh)')
    ) as events (event, transition, changed)
  loop
    execute format($sql$
      create function note_%1$s_%2$s() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        -- Of a company that is being deleted nothing is kept.
        insert into rule_change (tenant_id, direction, rule_id)
          select distinct changed.tenant_id, %3$L, changed.%4$s from %5$s as changed
          where exists (select from tenant where tenant.id = changed.tenant_id);
        return null;
      end $$;
      create trigger note_%2$s after %2$s on %1$s referencing %6$s for each statement execute function note_%1$s_%2$s();
      $sql$, noted.name, noted.event, noted.direction, noted.key, noted.changed, noted.transition);
  end loop;
end $do$;

-- A line may say for which of our numbers it holds, and what its callers get.
create table block_list (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  kind text not null check (kind in ('number', 'pattern', 'anonymous')),
  value text not null default '',
  reason text not null default '',
  expires_at timestamptz,
  service_number_id uuid,
  action text not null default 'reject' check (action in ('reject', 'busy', 'lead')),
  then_kind text check (then_kind in ('msg', 'voicemail')), then_value text not null default '',
  name text not null generated always as (case kind when 'anonymous' then 'Số ẩn' when 'number' then
    masked_number(national_number(value), 1) else value end) stored,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint block_list_once unique (tenant_id, direction, kind, value),
  constraint block_list_leads check ((action = 'lead') = (then_kind is not null)),
  constraint block_list_service_number_id_fkey foreign key (tenant_id, service_number_id)
    references service_number (tenant_id, id)
);
create index block_list_changed on block_list (tenant_id, updated_at, id);
create index block_list_service_number_id on block_list (tenant_id, service_number_id);
create index block_list_leads_to on block_list (tenant_id, then_kind, then_value) where then_kind is not null;

-- How many calls a line turned away.
create table block_hit (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  block_list_id uuid not null,
  calls bigint not null,
  last_at timestamptz not null,
  primary key (tenant_id, block_list_id),
  constraint block_hit_block_list_id_fkey foreign key (tenant_id, block_list_id)
    references block_list (tenant_id, id) on delete cascade
) with (fillfactor = 70);

-- What was changed in block lists, by the transaction that did it: the process that runs the calls reads these
-- instead of a hundred thousand numbers, and takes out what is older than the oldest transaction that may still be
-- under way.
create table block_list_change (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  direction text not null,
  kind text not null,
  value text not null,
  primary key (tenant_id, id)
);
create index block_list_change_since on block_list_change (tenant_id, xid, id);

do $do$
declare
  noted record;
begin
  for noted in
    select * from (values
      ('insert', 'new table as fresh', 'fresh'),
      ('delete', 'old table as gone', 'gone'),
      ('update', 'old table as gone new table as fresh', '(select * from gone union all select * from fresh)')
    ) as events (event, transition, changed)
  loop
    execute format($sql$
      create function note_block_list_%1$s() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        -- Of a company that is being deleted nothing is kept.
        insert into block_list_change (tenant_id, direction, kind, value)
          select distinct changed.tenant_id, changed.direction, changed.kind, changed.value
          from %2$s as changed
          where exists (select from tenant where tenant.id = changed.tenant_id);
        return null;
      end $$;
      create trigger note_%1$s after %1$s on block_list referencing %3$s
        for each statement execute function note_block_list_%1$s();
      $sql$, noted.event, noted.changed, noted.transition);
  end loop;
end $do$;

-- Lines are known by the number that they hold for: when that changes, they are told of again.
create function note_block_list_number() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into block_list_change (tenant_id, direction, kind, value)
    select tenant_id, direction, kind, value from block_list
    where tenant_id = new.tenant_id and service_number_id = new.id;
  return null;
end $$;
create trigger note_block_list_number after update on service_number
  for each row when (old.number <> new.number) execute function note_block_list_number();

-- Who sees numbers masked saves lines as they are shown; nothing else with a star stands for a number.
create function keep_hidden_block() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
declare mode integer := coalesce((select position_hidden_phone_customer from system_setting), 1);
begin
  if tg_op = 'UPDATE' and new.value = masked_number(national_number(old.value), mode) then
    new.value := old.value;
  elsif new.kind = 'number' or new.value ~ '[*].' then
    raise check_violation using message = 'a hidden number stands for none', table = tg_table_name,
      schema = tg_table_schema, constraint = 'block_list_hidden';
  end if;
  return new;
end $$;
create trigger keep_hidden_insert before insert on block_list
  for each row when (new.value like '%*%') execute function keep_hidden_block();
create trigger keep_hidden_update before update of value on block_list
  for each row when (new.value like '%*%') execute function keep_hidden_block();

-- What is not here is as the product has it.
create table feature_code (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  feature text not null,
  code text not null check (code ~ '^\*[*0-9]{1,5}$'),
  enabled boolean not null default true,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint feature_code_once unique (tenant_id, feature)
);

-- `limits` is as the contract has it; what is not in it is plain.
create table telephony_setting (
  tenant_id uuid default current_tenant() references tenant (id) on delete cascade primary key,
  records_inbound boolean not null default true,
  records_outbound boolean not null default true,
  records_internal boolean not null default true,
  hold_music text not null default 'default',
  parking_first integer not null default 701,
  parking_count integer not null default 20 check (parking_count between 0 and 200),
  parking_seconds integer not null default 120 check (parking_seconds between 10 and 3600),
  limits jsonb not null default '{}',
  version integer not null default 0
);

-- A limit or a pattern that the company is told of.
create table call_alarm (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  kind text not null check (kind in ('limit', 'fraud', 'trunk', 'broken')),
  -- Whose: the company, an extension, a trunk.
  subject text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  count integer not null,
  words text not null,
  primary key (tenant_id, kind, subject, since)
);
create index call_alarm_last on call_alarm (tenant_id, last_at desc);
