import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** A customer who chose to be called back neither gave up nor stopped in a menu: an outcome of its own. */
export const callbackStatus: Migration = {
  name: '0063-callback-status',
  async up(db) {
    await run(db, 'alter table call drop constraint call_status_check');
    await run(
      db,
      `alter table call add constraint call_status_check check (status in ('in_progress', 'answered', 'missed',
        'abandoned', 'cancelled', 'busy', 'no_answer', 'failed', 'blocked', 'voicemail', 'callback', 'stopped_ivr'))`,
    );
  },
};
