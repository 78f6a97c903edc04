import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Two people who change a company's limits at once do not undo each other; 0 is as nobody has chosen anything. */
export const limitsHaveVersions: Migration = {
  name: '0399-limits-have-versions',
  async up(db) {
    await run(db, 'alter table telephony_setting add column version integer not null default 0');
  },
};
