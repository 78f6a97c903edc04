import { createTenantTable, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** By which key a company signs what it gives away of its recordings: made when it is wanted first, and the same from then on. */
export const recordingsAreSigned: Migration = {
  name: '0108-recordings-are-signed',
  async up(db) {
    await createTenantTable(db, 'recording_key', ['public_key bytea not null', 'sealed_secret bytea not null']);
    await run(db, 'create unique index recording_key_one on recording_key (tenant_id)');
  },
};
