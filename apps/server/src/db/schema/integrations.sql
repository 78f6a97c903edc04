-- What programs of others need: keys, webhooks with their log, and answers that a repeated request gets again.

-- A key acts for whoever made it (`created_by`). Of its secret only the SHA-256 is kept.
create table api_key (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  scopes text[] not null default '{}',
  expires_on date,
  requests_per_minute integer not null default 600,
  note text not null default '',
  prefix text not null default '',
  secret_hash bytea,
  last_used_at timestamptz,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create unique index api_key_name_key on api_key (tenant_id, name_key(name));
create index api_key_newest on api_key (tenant_id, created_at desc, id desc);
create unique index api_key_secret on api_key (secret_hash) where secret_hash is not null;
create index api_key_changed on api_key (tenant_id, updated_at, id);

create function tenant_of_api_key(wanted bytea) returns uuid
  language sql stable security definer set search_path = pg_catalog, public as $$
  select tenant_id from public.api_key where secret_hash = wanted
$$;

create table webhook (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  url text not null,
  events text[] not null default '{}',
  active boolean not null default true,
  sealed_secret bytea,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create unique index webhook_name_key on webhook (tenant_id, name_key(name));
create index webhook_newest on webhook (tenant_id, created_at desc, id desc);
create index webhook_changed on webhook (tenant_id, updated_at, id);

-- `subject_id` is the call that it tells of, once for each webhook; '' of what may be told of again and again.
create table webhook_delivery (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  webhook_id uuid not null,
  event text not null,
  subject_id text not null default '',
  data jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  status integer,
  answer text not null default '',
  last_at timestamptz,
  next_at timestamptz,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint webhook_delivery_webhook_id_fkey foreign key (tenant_id, webhook_id)
    references webhook (tenant_id, id) on delete cascade
);
create unique index webhook_delivery_once on webhook_delivery (tenant_id, webhook_id, event, subject_id)
  where subject_id <> '';
create index webhook_delivery_log on webhook_delivery (tenant_id, webhook_id, created_at desc);
create index webhook_delivery_due on webhook_delivery (tenant_id, next_at) where state = 'waiting';

create function queue_delivery(delivery_id uuid, run_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from public.webhook_delivery where tenant_id = public.current_tenant() and id = delivery_id) then
    raise exception 'There is no such delivery in this tenant.';
  end if;
  perform graphile_worker.add_job('webhook',
    json_build_object('tenantId', public.current_tenant(), 'deliveryId', delivery_id),
    job_key => 'webhook ' || delivery_id::text, run_at => run_at);
end $$;

-- What was answered to a request that had a key, sealed: an answer may hold a secret. Null while it runs.
create table kept_answer (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  key_digest bytea not null,
  fingerprint bytea not null,
  status smallint,
  sealed_answer bytea,
  created_at timestamptz not null,
  primary key (tenant_id, key_digest)
);
create index kept_answer_age on kept_answer (tenant_id, created_at);

-- For the installation's metrics: how many of what, and nothing of whose.
create function count_installation() returns table (what text, state text, n bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select 'job', job.state, count(*) from public.job group by 2
  union all select 'delivery', delivery.state, count(*) from public.webhook_delivery as delivery group by 2
  union all select 'session', 'open', count(*) from public.session where ended_at is null
  union all select 'tenant', case when active then 'active' else 'closed' end, count(*) from public.tenant group by 2
$$;
