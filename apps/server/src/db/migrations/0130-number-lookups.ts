import { roles } from '../roles.ts';
import { createTenantTable, guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Whoever sees masked numbers may look up only so many: what each looked up of late, and what the company is told of it. */
export const numberLookups: Migration = {
  name: '0130-number-lookups',
  async up(db) {
    // A number stands once for each person, as a digest; `pattern` is the number as that person is shown it.
    await run(
      db,
      `create table number_lookup (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        account_id uuid not null,
        number_digest bytea not null,
        pattern text not null,
        at timestamptz not null,
        primary key (tenant_id, account_id, number_digest),
        ${references('number_lookup', 'account_id', 'account', 'cascade')}
      )`,
    );
    await guardByTenant(db, 'number_lookup');
    await run(db, `grant select, insert, update, delete on number_lookup to ${roles.app}`);

    // Told to whoever has the permission, in the bell; `about` is what is not told twice of within a while.
    await createTenantTable(db, 'notice', [
      'text text not null',
      'permission text not null',
      'about text not null',
      'at timestamptz not null',
    ]);
    await run(db, 'create index notice_at on notice (tenant_id, at)');
  },
};
