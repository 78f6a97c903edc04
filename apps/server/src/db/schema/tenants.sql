-- Companies of the installation, what each is licensed for, and what each has set for itself.

create table tenant (
  id uuid primary key,
  code text not null check (code = lower(code)) unique,
  name text not null,
  sip_domain text not null unique,
  time_zone text not null default 'Asia/Ho_Chi_Minh',
  active boolean not null default true,
  -- How many accounts may be active at once; null is any number.
  seats integer check (seats > 0),
  -- Until when the company tries the product; null for one that pays.
  trial_until timestamptz,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The company of those who run the installation. The serving role can read that it is, and never make one of another.
create table operator_company (
  tenant_id uuid default current_tenant() references tenant (id) on delete cascade primary key,
  created_at timestamptz not null default now()
);

-- A licence: names of features, and until when the company has them.
create table feature (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  feature_name_data text[] not null,
  date_expired timestamptz not null,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint feature_names check (cardinality(feature_name_data) > 0)
);

-- What a company says of itself: hours, how long things are kept, the notice of recording, its service level, its
-- colours.
create table system_setting (
  tenant_id uuid default current_tenant() references tenant (id) on delete cascade primary key,
  hidden_phone_customer smallint not null default 0,
  position_hidden_phone_customer smallint not null default 1,
  show_popup_customer smallint not null default 1,
  voice_over_internet_protocol smallint not null default 1 check (voice_over_internet_protocol in (1, 2, 3)),
  second_factor boolean not null default false,
  work_days smallint[] not null default '{1,2,3,4,5,6}',
  work_from text not null default '08:00' check (work_from ~ '^[0-2][0-9]:[0-5][0-9]$'),
  work_to text not null default '17:30' check (work_to ~ '^[0-2][0-9]:[0-5][0-9]$'),
  keep_recordings_days integer not null default 3650 check (keep_recordings_days between 1 and 3650),
  keep_calls_days integer not null default 3650 check (keep_calls_days between 1 and 3650),
  keep_audit_days integer not null default 3650 check (keep_audit_days between 90 and 3650),
  recording_notice boolean not null default false,
  service_level_percent integer not null default 80 check (service_level_percent between 1 and 100),
  brand_name text not null default '',
  brand_colour text not null default '',
  after_hours text not null default 'as-usual' check (after_hours in ('as-usual', 'announce')),
  version integer not null default 1,
  updated_at timestamptz not null default now(), updated_by uuid
);

-- What can be read outside of any tenant. The views belong to the lookup role, whose policy shows it every tenant.
create view tenant_directory as select id, code, name, sip_domain, time_zone from tenant where active;
-- Retention removes data of inactive companies as well; it knows them by their id alone.
create view every_tenant as select id from tenant;
