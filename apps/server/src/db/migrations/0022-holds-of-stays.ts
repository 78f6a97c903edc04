import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** When somebody in a conversation talked with nobody, and why: the periods that `hold_ms` is the sum of, and goes with. */
export const holdsOfStays: Migration = {
  name: '0022-holds-of-stays',
  async up(db) {
    await run(db, "alter table call_segment add column holds jsonb not null default '[]'");
  },
};
