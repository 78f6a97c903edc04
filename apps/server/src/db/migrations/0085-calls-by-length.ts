import { finder } from './lib-search.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** The history sorted by how long people waited or talked, forwards and backwards; and finders that know common words better. */
export const callsByLength: Migration = {
  name: '0085-calls-by-length',
  async up(db) {
    await run(db, 'create index call_wait on call (tenant_id, wait_ms, started_at, id)');
    await run(db, 'create index call_talk on call (tenant_id, talk_ms, started_at, id)');
    for (const table of ['branch', 'data_source', 'customer']) await finder(db, table);
  },
};
