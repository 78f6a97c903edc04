import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A call that waits to be scored is somebody's from a moment on, which is another one where it was somebody else's before. */
export const scoresThatWereGivenOn: Migration = {
  name: '0134-scores-that-were-given-on',
  async up(db) {
    await run(db, 'alter table evaluation add column assigned_at timestamptz');
  },
};
