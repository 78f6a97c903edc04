import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Programs are tried out with keys whose calls, and codes that are read, reach bots. */
export const keysToTryOut: Migration = {
  name: '0140-keys-to-try-out',
  async up(db) {
    await run(db, 'alter table api_key add column sandbox boolean not null default false');
    await run(db, 'alter table otp_request add column to_bots boolean not null default false');
  },
};
