import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * A phone fetches its settings by a secret address that is good for a while and for some fetches. What is kept of the address is a digest,
 * and what is kept of the settings opens by the address alone: a link outlives no change of the installation's key.
 */
export const setupsOfPhones: Migration = {
  name: '0036-setups-of-phones',
  async up(db) {
    await createTenantTable(db, 'device_setup', [
      'device_id uuid not null',
      'token_hash bytea not null',
      'settings bytea not null',
      'secret_number integer not null',
      'expires_at timestamptz not null',
      'fetches_left smallint not null check (fetches_left >= 0)',
      references('device_setup', 'device_id', 'device', 'cascade'),
    ]);
    await run(db, 'create unique index device_setup_device on device_setup (tenant_id, device_id)');
    await run(db, 'create unique index device_setup_token on device_setup (tenant_id, token_hash)');
  },
};
