-- Extensions, who has them, their desk phones, and what people's time goes to.

-- Null call rights are whatever the company has opened.
create table extension_group (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  code text not null default '',
  call_rights text[] check (call_rights <@ array['internal', 'local', 'mobile', 'long-distance', 'international',
    'premium', 'satellite']),
  service_number_id uuid,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint extension_group_service_number_id_fkey foreign key (tenant_id, service_number_id)
    references service_number (tenant_id, id) deferrable
);
create unique index extension_group_name_key on extension_group (tenant_id, name_key(name));
create index extension_group_service_number_id_reference on extension_group (tenant_id, service_number_id);
create index extension_group_changed on extension_group (tenant_id, updated_at, id);

create table extension (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  number text not null check (number ~ '^[0-9]{2,8}$'),
  name text not null,
  ring_seconds integer not null default 25 check (ring_seconds between 5 and 600),
  otherwise_kind text, otherwise_value text not null default '',
  call_waiting boolean not null default false,
  -- Extensions with the same word here may take each other's ringing calls.
  pick_up_group text not null default '',
  extension_group_id uuid,
  service_number_id uuid,
  do_not_disturb boolean not null default false,
  call_rights text[] check (call_rights <@ array['internal', 'local', 'mobile', 'long-distance', 'international',
    'premium', 'satellite']),
  note text not null default '',
  forward_always_kind text, forward_always_value text not null default '',
  forward_busy_kind text, forward_busy_value text not null default '',
  forward_no_answer_kind text, forward_no_answer_value text not null default '',
  forward_offline_kind text, forward_offline_value text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint extension_extension_group_id_fkey foreign key (tenant_id, extension_group_id)
    references extension_group (tenant_id, id) deferrable,
  constraint extension_service_number_id_fkey foreign key (tenant_id, service_number_id)
    references service_number (tenant_id, id) deferrable
);
create unique index extension_number_key on extension (tenant_id, lower(normalize(number) collate "und-x-icu"))
  where number <> '';
create index extension_extension_group_id_reference on extension (tenant_id, extension_group_id);
create index extension_service_number_id_reference on extension (tenant_id, service_number_id);
create index extension_changed on extension (tenant_id, updated_at, id);

-- The voicemail box that somebody's calls end in is theirs.
create function box_of(whose extension) returns text
  language sql immutable as $$
  select case 'voicemail'
    when whose.otherwise_kind then whose.otherwise_value
    when whose.forward_no_answer_kind then whose.forward_no_answer_value
    when whose.forward_offline_kind then whose.forward_offline_value
    when whose.forward_busy_kind then whose.forward_busy_value
    when whose.forward_always_kind then whose.forward_always_value
  end
$$;

-- Which extensions may call out with a number whose callers are chosen.
create table service_number_caller (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  service_number_id uuid not null,
  extension_id uuid not null,
  position integer not null default 0,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint service_number_caller_once unique (tenant_id, service_number_id, extension_id),
  constraint service_number_caller_service_number_id_fkey foreign key (tenant_id, service_number_id)
    references service_number (tenant_id, id) on delete cascade deferrable,
  constraint service_number_caller_extension_id_fkey foreign key (tenant_id, extension_id)
    references extension (tenant_id, id) on delete cascade deferrable
);
create index service_number_caller_extension on service_number_caller (tenant_id, extension_id);

-- Who had an extension, and from when to when, by quarters of an hour as the sums of people: calls stay with whoever
-- had it then. No key of the accounts: what somebody did stays theirs when their account is deleted.
create table extension_holder (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  extension text not null,
  from_at timestamptz not null,
  to_at timestamptz not null default 'infinity',
  account_id uuid not null,
  primary key (tenant_id, extension, from_at),
  constraint extension_holder_check check (from_at < to_at)
);
create index extension_holder_account on extension_holder (tenant_id, account_id);

-- The first holder of an extension has what was called before.
create function keep_holders() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
declare quarter timestamptz := date_bin('15 minutes', now(), '2000-01-01Z');
begin
  if tg_op <> 'INSERT' and old.extension is not null then
    delete from extension_holder where tenant_id = old.tenant_id and extension = old.extension and from_at >= quarter;
    update extension_holder set to_at = quarter
      where tenant_id = old.tenant_id and extension = old.extension and to_at = 'infinity';
  end if;
  if tg_op <> 'DELETE' and new.extension is not null then
    insert into extension_holder (tenant_id, extension, from_at, account_id)
      select new.tenant_id, new.extension, case when exists (
        select from extension_holder where tenant_id = new.tenant_id and extension = new.extension
      ) then quarter else '-infinity' end, new.id;
  end if;
  return null;
end $$;
create trigger keep_holders_insert after insert on account for each row execute function keep_holders();
create trigger keep_holders_delete after delete on account for each row execute function keep_holders();
create trigger keep_holders_update after update of extension on account
  for each row when (new.extension is distinct from old.extension) execute function keep_holders();

-- A desk phone of an extension, with a password of its own.
create table device (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  extension_id uuid not null,
  algorithm text not null default 'md5' check (algorithm in ('md5', 'sha-256', 'both')),
  transport text not null default 'udp' check (transport in ('udp', 'tcp', 'tls', 'wss')),
  -- From where it may come: IPv4, IPv6 or CIDR. None: from anywhere.
  networks text[] not null default '{}',
  max_calls integer not null default 4 check (max_calls between 1 and 20),
  enabled boolean not null default true,
  note text not null default '',
  -- What it calls itself, and H(user:realm:password), sealed. Both come with a password; an imported device has none
  -- yet.
  username text not null default '',
  secret bytea,
  secret_number integer not null default 0,
  secret_at timestamptz,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint device_extension_id_fkey foreign key (tenant_id, extension_id) references extension (tenant_id, id)
);
create unique index device_name_key on device (tenant_id, name_key(name));
create index device_extension on device (tenant_id, extension_id);
create index device_changed on device (tenant_id, updated_at, id);

-- Apart from the device itself: what is seen of it every minute is no change of it.
create table device_seen (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  device_id uuid not null,
  last_seen_at timestamptz not null,
  address text not null,
  user_agent text not null,
  -- Until when its registration lasts, and what an engine that was born meanwhile needs to ring it.
  registered_until timestamptz,
  registrations jsonb not null default '[]',
  primary key (tenant_id, device_id),
  constraint device_seen_device_id_fkey foreign key (tenant_id, device_id)
    references device (tenant_id, id) on delete cascade
);

-- What people's time goes to: a narrow row for each stretch of it, written as it begins and as it ends. Reports count
-- these rows as they are. No key of the extensions: what time went to stays known when the number is another
-- person's.
create table status_span (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  extension text not null,
  from_at timestamptz not null,
  revision bigint not null,
  -- Which installation has it from its journal, as a number.
  journal integer not null,
  status text not null check (status in ('ready', 'on-a-call', 'wrapping-up', 'on-a-break', 'paused', 'auto-paused',
    'do-not-disturb', 'asleep')),
  reason text not null default '',
  -- In no index, and room is left in the page: the end is written where the row stands.
  to_at timestamptz,
  primary key (tenant_id, extension, from_at),
  constraint status_span_check check (to_at >= from_at)
) with (fillfactor = 85);
create index status_span_from on status_span using brin (from_at);
