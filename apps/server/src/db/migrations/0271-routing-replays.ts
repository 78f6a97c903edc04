import { createTenantTable, references } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Past calls that were played through a draft, and those of them that would go elsewhere. Its id is its job's. */
export const routingReplays: Migration = {
  name: '0271-routing-replays',
  up: (db) =>
    createTenantTable(db, 'routing_replay', [
      'since timestamptz not null',
      'until timestamptz not null',
      'calls integer not null default 0',
      'moved integer not null default 0',
      // By where they would go: how many, and how many come there now.
      "places jsonb not null default '[]'",
      // The first that would go elsewhere.
      "moves jsonb not null default '[]'",
      references('routing_replay', 'id', 'job', 'cascade'),
    ]),
};
