import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** How many messages wait is asked for whenever calls are written: the messages of a box are found among a million recordings. */
export const messagesOfABox: Migration = {
  name: '0101-messages-of-a-box',
  async up(db) {
    await run(
      db,
      `create index recording_message on recording (tenant_id, voicemail_box_id, started_at) where kind = 'message'`,
    );
  },
};
