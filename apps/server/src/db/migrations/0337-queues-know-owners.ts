import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** A queue says whether its conversations are recorded, and may prefer whoever looks after a customer. */
export const queuesKnowOwners: Migration = {
  name: '0337-queues-know-owners',
  async up(db) {
    await run(
      db,
      `alter table queue
        add column recording text not null default 'default' check (recording in ('default', 'always', 'never')),
        add column prefers_owner boolean not null default false`,
    );
  },
};
