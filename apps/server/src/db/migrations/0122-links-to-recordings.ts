import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** One recording, behind a link that opens without signing in; of its token only a hash is kept. */
export const linksToRecordings: Migration = {
  name: '0122-links-to-recordings',
  async up(db) {
    await createTenantTable(db, 'listening_link', [
      'call_id uuid not null',
      // The one that it was made for: a link never comes to another recording of the call.
      'recording_id text not null',
      "note text not null default ''",
      'token_hash bytea not null',
      'expires_at timestamptz not null',
      // With whose rights it is listened to: theirs at each moment.
      'account_id uuid not null',
      'opened integer not null default 0',
      'opened_at timestamptz',
      "opened_network text not null default ''",
      'heard integer not null default 0',
      'heard_at timestamptz',
      "heard_network text not null default ''",
      'constraint listening_link_token unique (tenant_id, token_hash)',
      references('listening_link', 'account_id', 'account', 'cascade'),
    ]);
    for (const column of ['account_id', 'call_id', 'recording_id'])
      await run(db, `create index listening_link_${column} on listening_link (tenant_id, ${column})`);
  },
};
