import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Which keys each data folder has, the newest first, and by which one all is sealed that lies there; empty until it says so. */
export const keysOfFolders: Migration = {
  name: '0139-keys-of-folders',
  async up(db) {
    await run(
      db,
      `alter table file_folder
        add column keys text[] not null default '{}',
        add column settled_by text not null default ''`,
    );
  },
};
