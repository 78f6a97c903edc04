import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** An API key says from where a program may come with it. */
export const networksOfKeys: Migration = {
  name: '0014-networks-of-keys',
  async up(db) {
    await run(db, "alter table api_key add column networks text[] not null default '{}'");
  },
};
