import { roles } from '../roles.ts';
import { createTenantTable, guardByTenant, references, run, uniqueText } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** Tenants, who signs in and what they may do, the organisation, customers, settings, the audit trail. */
export const identityAndOrganisation: Migration = {
  name: '0001-identity-and-organisation',
  async up(db) {
    await functions(db);
    await tenants(db);
    await organisation(db);
    await identity(db);
    await customers(db);
    await settings(db);
    await audit(db);
    await lookups(db);
  },
};

async function functions(db: MigrationDb) {
  await run(
    db,
    `create function current_tenant() returns uuid language sql stable parallel safe
      return nullif(current_setting('app.tenant', true), '')::uuid`,
  );
  // 'Nguyễn Đức' and 'nguyen duc' are the same to someone who searches. NFD parts a letter from its accents; đ has none.
  await run(
    db,
    `create function fold(value text) returns text language sql immutable strict parallel safe
      return replace(
        regexp_replace(normalize(lower(value collate "und-x-icu"), NFD), '[\\u0300-\\u036F]', '', 'g'), 'đ', 'd')`,
  );
  await run(db, `grant execute on function current_tenant(), fold(text) to ${roles.app}, ${roles.lookup}`);
}

async function tenants(db: MigrationDb) {
  await run(
    db,
    `create table tenant (
      id uuid primary key,
      code text not null unique check (code = lower(code)),
      name text not null,
      sip_domain text not null unique,
      time_zone text not null default 'Asia/Ho_Chi_Minh',
      active boolean not null default true,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`,
  );
  await run(db, 'alter table tenant enable row level security');
  await run(db, 'alter table tenant force row level security');
  await run(
    db,
    `create policy own_tenant on tenant
      using (id = (select current_tenant())) with check (id = (select current_tenant()))`,
  );
  await run(db, `grant select, insert, update, delete on tenant to ${roles.app}`);
}

async function organisation(db: MigrationDb) {
  await createTenantTable(db, 'branch', [
    'name text not null',
    "code text not null default ''",
    "address text not null default ''",
    "phone text not null default ''",
    "note text not null default ''",
  ]);
  await uniqueText(db, 'branch', 'name');
  await uniqueText(db, 'branch', 'code');

  await createTenantTable(db, 'department', [
    'name text not null',
    "code text not null default ''",
    'branch_id uuid',
    "note text not null default ''",
    references('department', 'branch_id', 'branch'),
  ]);
  await uniqueText(db, 'department', 'name');
  await uniqueText(db, 'department', 'code');
  await run(db, 'create index department_branch on department (tenant_id, branch_id)');

  await createTenantTable(db, 'team', [
    'name text not null',
    'department_id uuid not null',
    "note text not null default ''",
    references('team', 'department_id', 'department'),
  ]);
  await uniqueText(db, 'team', 'name');
  await run(db, 'create index team_department on team (tenant_id, department_id)');
}

async function identity(db: MigrationDb) {
  await createTenantTable(db, 'role', ['name text not null', "permissions text[] not null default '{}'"]);
  await uniqueText(db, 'role', 'name');

  await createTenantTable(db, 'account', [
    'email text not null',
    'name text not null',
    'password_hash text not null',
    'role_id uuid not null',
    'department_id uuid',
    'team_id uuid',
    'extension text',
    'active boolean not null default true',
    'status_activity smallint not null default 1 check (status_activity in (1, 2, 3))',
    "status_reason text not null default ''",
    'status_since timestamptz not null default now()',
    references('account', 'role_id', 'role'),
    references('account', 'department_id', 'department'),
    references('account', 'team_id', 'team'),
    'constraint account_extension_key unique (tenant_id, extension)',
  ]);
  await uniqueText(db, 'account', 'email');
  await run(db, 'create index account_role on account (tenant_id, role_id)');
  await run(db, 'create index account_department on account (tenant_id, department_id)');
  await run(db, 'create index account_team on account (tenant_id, team_id)');

  // A token is stored as its SHA-256 only. A session that has ended stays as a record until retention removes it.
  await createTenantTable(db, 'session', [
    'account_id uuid not null',
    'token_hash bytea not null',
    'last_seen_at timestamptz not null default now()',
    'expires_at timestamptz not null',
    'ended_at timestamptz',
    "network text not null default ''",
    "user_agent text not null default ''",
    references('session', 'account_id', 'account', 'cascade'),
  ]);
  await run(db, 'create index session_token on session (token_hash)');
  await run(db, 'create index session_live on session (tenant_id, account_id) where ended_at is null');

  await createTenantTable(db, 'feature', [
    'feature_name_data text[] not null',
    'date_expired timestamptz not null',
    'constraint feature_names check (cardinality(feature_name_data) > 0)',
  ]);

  await run(
    db,
    `create table notification_read (
      tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
      account_id uuid not null,
      read_at timestamptz not null,
      primary key (tenant_id, account_id),
      ${references('notification_read', 'account_id', 'account', 'cascade')}
    )`,
  );
  await guardByTenant(db, 'notification_read');
  await run(db, `grant select, insert, update, delete on notification_read to ${roles.app}`);
}

async function customers(db: MigrationDb) {
  await createTenantTable(db, 'customer', [
    'name text not null',
    "code text not null default ''",
    "email text not null default ''",
    "address text not null default ''",
    "zalo text not null default ''",
    "facebook text not null default ''",
    "status text not null default ''",
    "note text not null default ''",
    "note_in_calling text not null default ''",
    'user_id uuid',
    references('customer', 'user_id', 'account'),
  ]);
  await uniqueText(db, 'customer', 'code');
  await run(db, 'create index customer_user on customer (tenant_id, user_id)');

  // A number belongs to one customer, in canonical E.164; a customer may have several, the first is the main one.
  await createTenantTable(db, 'customer_phone', [
    'customer_id uuid not null',
    'e164 text not null',
    'position smallint not null default 1',
    references('customer_phone', 'customer_id', 'customer', 'cascade'),
    'constraint customer_phone_e164_key unique (tenant_id, e164)',
  ]);
  await run(db, 'create index customer_phone_customer on customer_phone (tenant_id, customer_id, position)');
}

async function settings(db: MigrationDb) {
  await run(
    db,
    `create table system_setting (
      tenant_id uuid not null default current_tenant() primary key references tenant (id) on delete cascade,
      hidden_phone_customer smallint not null default 0,
      position_hidden_phone_customer smallint not null default 1,
      show_popup_customer smallint not null default 1,
      voice_over_internet_protocol smallint not null default 1 check (voice_over_internet_protocol in (1, 2, 3)),
      version integer not null default 1,
      updated_at timestamptz not null default now(),
      updated_by uuid
    )`,
  );
  await guardByTenant(db, 'system_setting');
  await run(db, `grant select, insert, update, delete on system_setting to ${roles.app}`);
}

async function audit(db: MigrationDb) {
  // The serving role can add to the trail and read it, never change it.
  await run(
    db,
    `create table audit (
      tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
      id uuid not null,
      at timestamptz not null default now(),
      account_id uuid,
      action text not null,
      subject text not null,
      subject_id text not null,
      before jsonb,
      after jsonb,
      network text not null default '',
      request_id text not null default '',
      primary key (tenant_id, id, at)
    ) partition by range (at)`,
  );
  await run(db, 'create table audit_default partition of audit default');
  await guardByTenant(db, 'audit');
  await run(db, 'create index audit_subject on audit (tenant_id, subject, subject_id, at)');
  await run(db, `grant select, insert on audit to ${roles.app}`);
}

/** What has to be found before the tenant is known. */
async function lookups(db: MigrationDb) {
  await run(db, `create policy lookup on tenant for select to ${roles.lookup} using (true)`);
  await run(db, `create policy lookup on session for select to ${roles.lookup} using (true)`);
  await run(db, `grant select on tenant, session to ${roles.lookup}`);
  await run(
    db,
    'create view tenant_directory as select id, code, name, sip_domain, time_zone from tenant where active',
  );
  await run(
    db,
    `create function tenant_of_session(wanted bytea) returns uuid
      language sql stable security definer set search_path = pg_catalog, public
      as 'select tenant_id from public.session where token_hash = wanted and ended_at is null'`,
  );
  await run(db, 'revoke all on function tenant_of_session(bytea) from public');
  await run(db, `grant select on tenant_directory to ${roles.app}`);
  await run(db, `grant execute on function tenant_of_session(bytea) to ${roles.app}`);
  await run(db, `alter view tenant_directory owner to ${roles.lookup}`);
  await run(db, `alter function tenant_of_session(bytea) owner to ${roles.lookup}`);
}
