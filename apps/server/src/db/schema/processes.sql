-- The processes of the installation, and which of them runs whose calls.

-- One lease a process: `epoch` grows with each start of a holder.
create table server_process (
  holder text primary key,
  epoch bigint not null,
  expires_at timestamptz not null
);

-- A tenant is run by the process that has claimed it with the epoch that it has now. Each write to the history checks
-- that.
create table tenant_lease (
  tenant_id uuid default current_tenant() references tenant (id) on delete cascade primary key,
  holder text not null,
  epoch bigint not null
);

-- What a process that runs no calls asks of the one that does, for as long as it waits for the answer.
create table telephony_question (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  question jsonb not null,
  answer jsonb,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
