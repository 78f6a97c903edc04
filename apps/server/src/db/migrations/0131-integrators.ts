import { roles } from '../roles.ts';
import { foundByKey } from './lib-import.ts';
import { listed } from './lib-listed.ts';
import { uniqueName } from './lib-names.ts';
import { createTenantTable, guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** What programs of others need: keys, webhooks with their log, and answers that a repeated request gets again. */
export const integrators: Migration = {
  name: '0131-integrators',
  async up(db) {
    await apiKeys(db);
    await webhooks(db);
    await answers(db);
    await counting(db);
  },
};

async function apiKeys(db: MigrationDb) {
  // It acts for whoever made it (`created_by`). Of its secret only the SHA-256 is kept.
  await createTenantTable(db, 'api_key', [
    'name text not null',
    "scopes text[] not null default '{}'",
    'expires_on date',
    'requests_per_minute integer not null default 600',
    "note text not null default ''",
    "prefix text not null default ''",
    'secret_hash bytea',
    'last_used_at timestamptz',
  ]);
  await uniqueName(db, 'api_key');
  await foundByKey(db, 'api_key');
  await listed(db, 'api_key');
  await run(db, 'create unique index api_key_secret on api_key (secret_hash) where secret_hash is not null');
  await run(
    db,
    `create function tenant_of_api_key(wanted bytea) returns uuid
      language sql stable security definer set search_path = pg_catalog, public
      as 'select tenant_id from public.api_key where secret_hash = wanted'`,
  );
  await run(db, 'revoke all on function tenant_of_api_key(bytea) from public');
  await run(db, `grant execute on function tenant_of_api_key(bytea) to ${roles.app}`);
  await run(db, `alter function tenant_of_api_key(bytea) owner to ${roles.lookup}`);
}

async function webhooks(db: MigrationDb) {
  await createTenantTable(db, 'webhook', [
    'name text not null',
    'url text not null',
    "events text[] not null default '{}'",
    'active boolean not null default true',
    'sealed_secret bytea',
  ]);
  await uniqueName(db, 'webhook');
  await foundByKey(db, 'webhook');
  await listed(db, 'webhook');

  // `subject_id` is the call that it tells of, once for each webhook; '' of what may be told of again and again.
  await createTenantTable(db, 'webhook_delivery', [
    'webhook_id uuid not null',
    'event text not null',
    "subject_id text not null default ''",
    "data jsonb not null default '{}'",
    "state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed'))",
    'attempts integer not null default 0',
    'status integer',
    "answer text not null default ''",
    'last_at timestamptz',
    'next_at timestamptz',
    references('webhook_delivery', 'webhook_id', 'webhook', 'cascade'),
  ]);
  await run(
    db,
    `create unique index webhook_delivery_once on webhook_delivery (tenant_id, webhook_id, event, subject_id)
      where subject_id <> ''`,
  );
  await run(db, 'create index webhook_delivery_log on webhook_delivery (tenant_id, webhook_id, created_at desc)');
  await run(db, "create index webhook_delivery_due on webhook_delivery (tenant_id, next_at) where state = 'waiting'");
  await run(
    db,
    `create function queue_delivery(delivery_id uuid, run_at timestamptz) returns void
      language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        if not exists (select from public.webhook_delivery where tenant_id = public.current_tenant() and id = delivery_id) then
          raise exception 'There is no such delivery in this tenant.';
        end if;
        perform graphile_worker.add_job('webhook',
          json_build_object('tenantId', public.current_tenant(), 'deliveryId', delivery_id),
          job_key => 'webhook ' || delivery_id::text, run_at => run_at);
      end $$`,
  );
  await run(db, 'revoke all on function queue_delivery(uuid, timestamptz) from public');
  await run(db, `grant execute on function queue_delivery(uuid, timestamptz) to ${roles.app}`);
}

/** What was answered to a request that had a key, sealed: an answer may hold a secret. Null while it runs. */
async function answers(db: MigrationDb) {
  await run(
    db,
    `create table kept_answer (
      tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
      key_digest bytea not null,
      fingerprint bytea not null,
      status smallint,
      sealed_answer bytea,
      created_at timestamptz not null,
      primary key (tenant_id, key_digest)
    )`,
  );
  await guardByTenant(db, 'kept_answer');
  await run(db, 'create index kept_answer_age on kept_answer (tenant_id, created_at)');
  await run(db, `grant select, insert, update, delete on kept_answer to ${roles.app}`);
}

/** For whoever watches the installation: how many of what, and nothing of whose. */
async function counting(db: MigrationDb) {
  for (const table of ['job', 'webhook_delivery']) {
    await run(db, `create policy lookup on ${table} for select to ${roles.lookup} using (true)`);
    await run(db, `grant select on ${table} to ${roles.lookup}`);
  }
  await run(
    db,
    `create function count_installation() returns table (what text, state text, n bigint)
      language sql stable security definer set search_path = pg_catalog, public as $$
        select 'job', job.state, count(*) from public.job group by 2
        union all select 'delivery', delivery.state, count(*) from public.webhook_delivery as delivery group by 2
        union all select 'session', 'open', count(*) from public.session where ended_at is null
        union all select 'tenant', case when active then 'active' else 'closed' end, count(*) from public.tenant group by 2
      $$`,
  );
  await run(db, 'revoke all on function count_installation() from public');
  await run(db, `grant execute on function count_installation() to ${roles.app}`);
  await run(db, `alter function count_installation() owner to ${roles.lookup}`);
}
