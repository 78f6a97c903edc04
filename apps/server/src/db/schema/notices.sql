-- What the bell says, how each person wants to be told, and look-ups of hidden numbers.

-- Shown to everybody who has the permission; what is said about one thing is not said twice within a while.
create table notice (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  text text not null,
  permission text not null,
  about text not null,
  at timestamptz not null,
  kind text not null,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create index notice_at on notice (tenant_id, at);

create table notification_read (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  account_id uuid not null,
  read_at timestamptz not null,
  primary key (tenant_id, account_id),
  constraint notification_read_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade
);

create table notification_rule (
  tenant_id uuid not null default current_tenant(),
  account_id uuid not null,
  rules jsonb not null default '{}',
  quiet_from text,
  quiet_to text,
  quiet_weekdays smallint[] not null default '{}',
  primary key (tenant_id, account_id),
  constraint notification_rule_check check ((quiet_from is null) = (quiet_to is null)),
  constraint notification_rule_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade
);

-- What each person who sees masked numbers looked up of late. A number stands once for each person, as a digest;
-- `pattern` is the number as that person is shown it.
create table number_lookup (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  account_id uuid not null,
  number_digest bytea not null,
  pattern text not null,
  at timestamptz not null,
  primary key (tenant_id, account_id, number_digest),
  constraint number_lookup_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade
);
