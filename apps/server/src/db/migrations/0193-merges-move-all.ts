import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Of two cards that become one all that was kept of the other moves: what did, by its table, so that it can be taken back. */
export const mergesMoveAll: Migration = {
  name: '0193-merges-move-all',
  async up(db) {
    await run(db, 'alter table customer_merge no force row level security');
    await run(db, "alter table customer_merge add column moved jsonb not null default '{}'");
    await run(db, "update customer_merge set moved = jsonb_build_object('disposition', to_jsonb(dispositions))");
    await run(db, 'alter table customer_merge drop column dispositions, force row level security');
  },
};
