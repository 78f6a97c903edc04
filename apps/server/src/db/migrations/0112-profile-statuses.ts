import { foundByKey } from './lib-import.ts';
import { listed } from './lib-listed.ts';
import { uniqueName } from './lib-names.ts';
import { createTenantTable } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** How far somebody has come with a customer. */
export const profileStatuses: Migration = {
  name: '0112-profile-statuses',
  async up(db) {
    await createTenantTable(db, 'profile_status', [
      'name text not null',
      `"group" text not null default ''`,
      "colour text not null default '#64748b' check (colour ~ '^#[0-9a-f]{6}$')",
      'position integer not null default 0 check (position between 0 and 9999)',
      'final boolean not null default false',
      "note text not null default ''",
    ]);
    await uniqueName(db, 'profile_status');
    await foundByKey(db, 'profile_status');
    await listed(db, 'profile_status');
  },
};
