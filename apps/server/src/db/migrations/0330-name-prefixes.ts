import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** An inbound rule may put a word before the caller's name; a call keeps the one that it came with. */
export const namePrefixes: Migration = {
  name: '0330-name-prefixes',
  async up(db) {
    await run(
      db,
      `alter table inbound_rule add column name_prefix text not null default '' check (length(name_prefix) <= 20)`,
    );
    await run(db, `alter table call add column name_prefix text not null default ''`);
  },
};
