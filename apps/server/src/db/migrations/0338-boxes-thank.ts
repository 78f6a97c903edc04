import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** A voicemail box may greet its callers and take no message. */
export const boxesThank: Migration = {
  name: '0338-boxes-thank',
  async up(db) {
    await run(db, 'alter table voicemail_box add column only_thanks boolean not null default false');
  },
};
