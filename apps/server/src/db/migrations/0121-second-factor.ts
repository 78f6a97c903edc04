import { roles } from '../roles.ts';
import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** What people prove besides their password, and the companies that an e-mail may sign in to. */
export const secondFactor: Migration = {
  name: '0121-second-factor',
  async up(db) {
    // The secret is sealed with the installation's key. A code at or before `last_step` has been used.
    await createTenantTable(db, 'account_totp', [
      'account_id uuid not null',
      'secret bytea not null',
      'confirmed_at timestamptz',
      'last_step bigint not null default 0',
      'constraint account_totp_account_key unique (tenant_id, account_id)',
      references('account_totp', 'account_id', 'account', 'cascade'),
    ]);
    await createTenantTable(db, 'recovery_code', [
      'account_id uuid not null',
      'code_hash bytea not null',
      'used_at timestamptz',
      'constraint recovery_code_hash_key unique (tenant_id, account_id, code_hash)',
      references('recovery_code', 'account_id', 'account', 'cascade'),
    ]);
    await createTenantTable(db, 'passkey', [
      'account_id uuid not null',
      'credential_id bytea not null',
      'public_key bytea not null',
      'counter bigint not null',
      "transports text[] not null default '{}'",
      // The host name that it was made for; it opens nothing elsewhere.
      'rp_id text not null',
      'name text not null',
      'last_used_at timestamptz',
      'constraint passkey_credential_id_key unique (tenant_id, credential_id)',
      references('passkey', 'account_id', 'account', 'cascade'),
    ]);
    await run(db, 'create index passkey_account on passkey (tenant_id, account_id)');
    // An answer to a challenge counts once.
    await createTenantTable(db, 'used_challenge', [
      'challenge_hash bytea not null',
      'expires_at timestamptz not null',
      'constraint used_challenge_hash_key unique (tenant_id, challenge_hash)',
    ]);
    // Somebody who has to have a second factor and has none may set one up, and nothing else.
    await run(db, 'alter table session add column must_set_up boolean not null default false');
    await run(db, 'alter table role add column second_factor boolean not null default false');
    await run(db, 'alter table system_setting add column second_factor boolean not null default false');
    await run(db, `create index session_network on session (tenant_id, account_id, network)`);
    await companiesOfEmail(db);
  },
};

async function companiesOfEmail(db: Parameters<Migration['up']>[0]) {
  await run(
    db,
    `create index account_sign_in on account (lower(normalize(email) collate "und-x-icu")) where active and email <> ''`,
  );
  await run(db, `create policy lookup on account for select to ${roles.lookup} using (true)`);
  await run(db, `grant select on account to ${roles.lookup}`);
  await run(
    db,
    `create function tenants_of_email(wanted text) returns table (id uuid, code text, name text)
      language sql stable security definer set search_path = pg_catalog, public as $$
        select tenant.id, tenant.code, tenant.name from public.account join public.tenant on tenant.id = account.tenant_id
          where lower(normalize(account.email) collate "und-x-icu") = lower(normalize(wanted) collate "und-x-icu")
            and account.active and account.email <> '' and tenant.active
          order by tenant.name limit 8
      $$`,
  );
  await run(db, 'revoke all on function tenants_of_email(text) from public');
  await run(db, `grant execute on function tenants_of_email(text) to ${roles.app}`);
  await run(db, `alter function tenants_of_email(text) owner to ${roles.lookup}`);
}
