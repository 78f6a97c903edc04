import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * A leg keeps how it sounded both ways, how its worst ten seconds did, and what it was on; a call knows how its worst leg sounded. Only
 * poor ones are in an index of that, so that good ones cost no more than before. Those that there are stay as they were measured. The
 * index of trunks knows the status too, so that the answered calls of each are counted without looking at them.
 */
export const callsKnowTheirSound: Migration = {
  name: '0440-calls-know-their-sound',
  async up(db) {
    await run(
      db,
      `alter table leg add column far_loss_percent real, add column worst_mos real,
        add column poor boolean not null default false, add column codec text not null default '', add column device_id text not null default ''`,
    );
    await run(db, 'alter table call add column mos real, add column poor boolean not null default false');
    await run(db, 'create index call_poor on call (tenant_id, started_at desc, id) where poor');
    await run(db, 'drop index call_trunk');
    await run(
      db,
      `create index call_trunk on call (tenant_id, trunk_id, started_at desc, id) include (status) where trunk_id <> ''`,
    );
    await run(db, 'create index leg_poor on leg (tenant_id, call_started_at) where poor');
  },
};
