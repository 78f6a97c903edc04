-- One-time passwords said by telephone: by which numbers, what was asked for, and each call that was tried.

create table otp_number (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  service_number_id uuid not null,
  position integer not null default 0,
  per_minute integer not null default 20 check (per_minute > 0),
  per_day integer not null default 1000 check (per_day > 0),
  greeting_id uuid,
  reads integer not null default 2 check (reads between 1 and 3),
  abroad boolean not null default false,
  active boolean not null default true,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint otp_number_service_number_id_fkey foreign key (tenant_id, service_number_id)
    references service_number (tenant_id, id),
  constraint otp_number_greeting_id_fkey foreign key (tenant_id, greeting_id) references greeting (tenant_id, id)
);
create index otp_number_newest on otp_number (tenant_id, created_at desc, id desc);
create index otp_number_changed on otp_number (tenant_id, updated_at, id);
create index otp_number_service_number on otp_number (tenant_id, service_number_id);
create index otp_number_greeting on otp_number (tenant_id, greeting_id);

create table otp_request (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  -- As it was called with, whatever becomes of the number.
  number text not null,
  state text not null default 'asked'
    check (state in ('asked', 'calling', 'heard', 'verified', 'cut', 'busy', 'no_answer', 'failed', 'expired')),
  reason text not null default '',
  -- Only while somebody may still be called with it.
  sealed_code bytea,
  -- Only while somebody may still be asked for it.
  code_hash bytea,
  generated boolean not null,
  verify_tries integer not null default 0,
  verified_at timestamptz,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  tries integer not null,
  pause_seconds integer not null,
  next_at timestamptz,
  ended_at timestamptz,
  seconds integer not null default 0,
  call_id uuid,
  ref text not null default '',
  -- The API key by its name of then; '' where a person asked.
  key_name text not null default '',
  test boolean not null default false,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create index otp_request_newest on otp_request (tenant_id, created_at desc, id desc);
create index otp_request_of_number on otp_request (tenant_id, number, created_at);
create index otp_request_open on otp_request (tenant_id, state) where state = any (array['asked', 'calling']);
create index otp_request_kept on otp_request (tenant_id, expires_at)
  where sealed_code is not null or code_hash is not null;

create table otp_attempt (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  request_id uuid not null,
  otp_number_id uuid,
  number text not null,
  call_id uuid not null,
  -- Null while it goes on.
  heard boolean,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint otp_attempt_request_id_fkey foreign key (tenant_id, request_id)
    references otp_request (tenant_id, id) on delete cascade,
  constraint otp_attempt_otp_number_id_fkey foreign key (tenant_id, otp_number_id)
    references otp_number (tenant_id, id) on delete set null (otp_number_id)
);
create index otp_attempt_request on otp_attempt (tenant_id, request_id);
create index otp_attempt_number on otp_attempt (tenant_id, otp_number_id, created_at);
