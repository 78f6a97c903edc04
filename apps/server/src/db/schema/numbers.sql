-- Carriers' trunks, and the numbers that customers dial.

create table trunk (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  host text not null,
  -- Without a port it is looked up.
  port integer default 5060 check (port between 1 and 65535),
  transport text not null default 'udp' check (transport in ('udp', 'tcp', 'tls')),
  -- Source addresses that are this carrier: IPv4, IPv6 or CIDR.
  addresses text[] not null default '{}',
  enabled boolean not null default true,
  kind text not null default 'address' check (kind in ('address', 'registration')),
  backups text[] not null default '{}',
  number_prefix text not null default '' check (number_prefix ~ '^[0-9]{0,8}$'),
  number_form text not null default 'national' check (number_form in ('national', 'international', 'plus')),
  username text not null default '',
  auth_username text not null default '',
  -- Sealed with the installation's key.
  secret text,
  identity text not null default 'from' check (identity in ('from', 'asserted', 'remote-party')),
  trusts_identity boolean not null default true,
  -- Takes numbers that are not ours as caller: of a customer whose call is sent on.
  passes_callers boolean not null default false,
  max_calls integer check (max_calls > 0),
  max_calls_per_second integer check (max_calls_per_second > 0),
  codecs text[] not null default '{pcma,pcmu}'
    check ((cardinality(codecs) > 0) and codecs <@ '{pcma,pcmu,g722}'::text[]),
  check_seconds integer not null default 30 check (check_seconds between 0 and 3600),
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create unique index trunk_name_key on trunk (tenant_id, name_key(name));
create index trunk_newest on trunk (tenant_id, created_at desc, id desc);
create index trunk_changed on trunk (tenant_id, updated_at, id);

-- Whether the carrier answers and has our registration, since when, and why not.
create table trunk_state (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  trunk_id uuid not null,
  state text not null check (state in ('up', 'down')),
  since timestamptz not null,
  reason text not null default '',
  primary key (tenant_id, trunk_id),
  constraint trunk_state_trunk_id_fkey foreign key (tenant_id, trunk_id)
    references trunk (tenant_id, id) on delete cascade
);

-- A service number belongs to one company of the installation: otherwise one's calls would go to the other.
create table service_number (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  -- Canonical; `carrier_form` is how the carrier writes it where that differs.
  number text not null,
  carrier_form text not null default '',
  name text not null,
  trunk_id uuid not null,
  enabled boolean not null default true,
  note text not null default '',
  callers text not null default 'everybody' check (callers in ('everybody', 'chosen', 'nobody')),
  max_calls integer check (max_calls > 0),
  expires_on date,
  remind_days integer not null default 30 check (remind_days between 0 and 365),
  -- Whose network the number is in; empty where its prefix says it, or nobody knows.
  carrier text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint service_number_trunk_id_fkey foreign key (tenant_id, trunk_id) references trunk (tenant_id, id)
);
create index service_number_trunk on service_number (tenant_id, trunk_id);
create unique index service_number_number_key on service_number (number) where number <> '';
create index service_number_newest on service_number (tenant_id, created_at desc, id desc);
create index service_number_changed on service_number (tenant_id, updated_at, id);
create index service_number_expiry on service_number (tenant_id, expires_on) where expires_on is not null;
