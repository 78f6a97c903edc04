import { references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Ring groups have a greeting, music and members with times of their own; who is rung outside may have to press a key. */
export const groupsByForm: Migration = {
  name: '0332-groups-by-form',
  async up(db) {
    await run(
      db,
      `alter table ring_group
        add column greeting_id uuid, add ${references('ring_group', 'greeting_id', 'greeting')},
        add column music_id uuid, add ${references('ring_group', 'music_id', 'music_on_hold')},
        add column confirms boolean not null default false,
        drop constraint ring_group_strategy_check,
        add constraint ring_group_strategy_check
          check (strategy in ('ring-all', 'one-by-one', 'random', 'memory', 'primary'))`,
    );
    for (const column of ['greeting_id', 'music_id']) {
      // As others of the tables that versions are of: rows are laid in any order.
      await run(db, `alter table ring_group alter constraint ring_group_${column}_fkey deferrable initially immediate`);
      await run(db, `create index ring_group_${column} on ring_group (tenant_id, ${column})`);
    }
    await run(
      db,
      `alter table ring_group_member
        add column delay_seconds integer not null default 0 check (delay_seconds between 0 and 600),
        add column ring_seconds integer check (ring_seconds between 5 and 600)`,
    );
  },
};
