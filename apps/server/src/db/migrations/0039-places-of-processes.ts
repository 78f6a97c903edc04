import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Where a process runs that runs calls: another of its name is let in there, and nowhere else as long as it lives. */
export const placesOfProcesses: Migration = {
  name: '0039-places-of-processes',
  async up(db) {
    await run(db, `alter table server_process add place text not null default ''`);
  },
};
