import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Whoever may listen in sees the board on which it is done. Until now nothing asked for the licence: companies that have one for
 * anything go on supervising as long as it lasts.
 */
export const supervisionIsLicensed: Migration = {
  name: '0370-supervision-is-licensed',
  async up(db) {
    // The owner's tables bind even the owner, who is in no tenant here.
    for (const table of ['role', 'feature']) await run(db, `alter table ${table} no force row level security`);
    await run(
      db,
      `update role set permissions = permissions || '{monitor.view}'::text[]
        where permissions && '{monitor.listen,monitor.whisper,monitor.barge,monitor.take-over}'::text[]`,
    );
    await run(
      db,
      `update feature set feature_name_data = feature_name_data || '{supervision}'::text[]
        where not feature_name_data @> '{supervision}'::text[]`,
    );
    for (const table of ['role', 'feature']) await run(db, `alter table ${table} force row level security`);
  },
};
