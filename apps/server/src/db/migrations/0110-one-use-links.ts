import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Links that let somebody choose a password once: sent to who is invited, or who has forgotten theirs. */
export const oneUseLinks: Migration = {
  name: '0110-one-use-links',
  async up(db) {
    // Only the token's SHA-256: of no use to who reads it.
    await createTenantTable(db, 'one_use_link', [
      'account_id uuid not null',
      "kind text not null check (kind in ('invite', 'reset'))",
      'token_hash bytea not null',
      'expires_at timestamptz not null',
      'used_at timestamptz',
      'constraint one_use_link_token_key unique (tenant_id, token_hash)',
      references('one_use_link', 'account_id', 'account', 'cascade'),
    ]);
    await run(db, 'create index one_use_link_account on one_use_link (tenant_id, account_id)');
    // Who was invited has no password until the link is used.
    await run(db, 'alter table account alter column password_hash drop not null');
  },
};
