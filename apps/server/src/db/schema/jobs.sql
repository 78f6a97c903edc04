-- Work in the background. What people see of it is a row of theirs; the queue that hands it to a worker holds ids only.

create table job (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  title text not null,
  -- A person who has lost this permission meanwhile gets neither the work done nor its file.
  permission text not null,
  input jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'running', 'waiting', 'done', 'failed', 'cancelled')),
  -- Counts the attempts: a worker that was thought dead and comes back finds that another has begun.
  run integer not null default 0,
  done bigint not null default 0,
  total bigint,
  report jsonb not null default '{}',
  error text not null default '',
  cancel_requested_at timestamptz,
  file_name text,
  file_bytes bigint,
  finished_at timestamptz,
  expires_at timestamptz,
  api_key_id uuid,
  made_with jsonb,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint job_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade
);
create index job_account on job (tenant_id, account_id, created_at);
create index job_expiry on job (tenant_id, expires_at) where expires_at is not null;

-- A job is queued in the transaction that asks for it, by a function that may do nothing else with the queue.
create function queue_job(job_id uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from public.job where tenant_id = public.current_tenant() and id = job_id) then
    raise exception 'There is no such job in this tenant.';
  end if;
  perform graphile_worker.add_job('job',
    json_build_object('tenantId', public.current_tenant(), 'jobId', job_id), job_key => job_id::text);
end $$;

-- What a batch of an import did, written in the batch's own transaction: a worker that dies doubles nothing, and an
-- import can be undone.
create table import_batch (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  job_id uuid not null,
  number integer not null,
  -- Ids of the rows that were added; those that were changed, as they were before, with the version that they got.
  created uuid[] not null default '{}',
  changed jsonb not null default '[]',
  -- Rows of the file that could not be taken: number, cells, reason.
  bad jsonb not null default '[]',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint import_batch_number_key unique (tenant_id, job_id, number),
  constraint import_batch_job_id_fkey foreign key (tenant_id, job_id) references job (tenant_id, id) on delete cascade
);

-- Which column of a file means what, as a person said last.
create table import_mapping (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  account_id uuid not null,
  subject text not null,
  -- Heading by field: files with other columns are read by what stands above them.
  headings jsonb not null,
  primary key (tenant_id, account_id, subject),
  constraint import_mapping_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade
);

-- A change of many rows at once. Which rows is settled when the job begins, a batch a row here; a batch writes what
-- it did in its own transaction.
create table bulk_batch (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  job_id uuid not null,
  number integer not null,
  -- The rows, each with the version that it had when the job began.
  row_ids uuid[] not null,
  row_versions integer[] not null,
  taken boolean not null default false,
  -- What was deleted, as the table had it and as it was shown; what was changed, as it was before, with its new
  -- version.
  removed jsonb not null default '[]',
  changed jsonb not null default '[]',
  -- What stayed as it was: id, what it is called, why.
  kept jsonb not null default '[]',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint bulk_batch_number_key unique (tenant_id, job_id, number),
  constraint bulk_batch_job_id_fkey foreign key (tenant_id, job_id) references job (tenant_id, id) on delete cascade
);
create index bulk_batch_due on bulk_batch (tenant_id, job_id, number) where not taken;
