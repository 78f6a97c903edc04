import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Every list that programs keep a copy of. */
const tables = [
  'account',
  'api_key',
  'branch',
  'customer',
  'data_source',
  'department',
  'device',
  'profile_status',
  'project',
  'role',
  'service_number',
  'team',
  'trunk',
  'webhook',
];

/** What has changed since a moment (`updated_since`) is looked up in its order, however many rows have not. */
export const changedSince: Migration = {
  name: '0162-changed-since',
  async up(db) {
    for (const table of tables) {
      await run(db, `create index ${table}_changed on ${table} (tenant_id, updated_at, id)`);
    }
  },
};
