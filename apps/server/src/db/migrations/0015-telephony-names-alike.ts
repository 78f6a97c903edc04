import { namesOnce } from './lib-names.ts';
import type { Migration } from './migration.ts';

const named = [
  'time_group',
  'time_condition',
  'announcement',
  'voicemail_box',
  'trunk',
  'ring_group',
  'inbound_rule',
  'outbound_rule',
] as const;

/** Names in the switchboard's configuration that look alike are one name, too. */
export const telephonyNamesAlike: Migration = {
  name: '0015-telephony-names-alike',
  async up(db) {
    for (const table of named) await namesOnce(db, table);
  },
};
