import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Since when calls began that may have open parts of which no process knows. It stands there from a process's first write until that process
 * has ended such parts: what is left by one that died in between the next one looks for, and no other start goes through ended calls.
 */
export const startsThatHaveLooked: Migration = {
  name: '0032-starts-that-have-looked',
  async up(db) {
    // Whoever ran before this may have died before it had looked.
    await run(
      db,
      `alter table history_mark add column parts_since timestamptz default now() - interval '1 day';
      alter table history_mark alter column parts_since drop default`,
    );
  },
};
