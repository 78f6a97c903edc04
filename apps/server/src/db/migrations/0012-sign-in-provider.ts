import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A company's people sign in by accounts that they have elsewhere (OpenID Connect), which answers for their second factor. */
export const signInProvider: Migration = {
  name: '0012-sign-in-provider',
  async up(db) {
    await createTenantTable(db, 'sign_in_provider', [
      'name text not null',
      'issuer text not null',
      'client_id text not null',
      'secret bytea',
      'active boolean not null default true',
      'create_people boolean not null default false',
      'role_id uuid',
      'constraint sign_in_provider_once unique (tenant_id)',
      references('sign_in_provider', 'role_id', 'role'),
    ]);
    await run(db, 'create index sign_in_provider_role_id on sign_in_provider (tenant_id, role_id)');
    await run(db, 'alter table session add column by_provider boolean not null default false');
  },
};
