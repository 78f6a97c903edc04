import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Every foreign key has an index: without one, each delete of what is referred to reads the whole table that refers. And
 * whoever serves requests cannot delete a company, which would take its audit trail along.
 */
export const foreignKeyIndexes: Migration = {
  name: '0014-foreign-key-indexes',
  async up(db) {
    for (const [table, column] of [
      ['session', 'account_id'],
      ['time_condition', 'time_group_id'],
      ['inbound_rule', 'service_number_id'],
      ['inbound_rule', 'time_group_id'],
      ['outbound_route', 'service_number_id'],
    ]) {
      await run(db, `create index ${table}_${column}_reference on ${table} (tenant_id, ${column})`);
    }
    await run(db, `revoke delete on tenant from ${roles.app}`);
  },
};
