import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** How a carrier wants to be told that a number is withheld. As before, most want `Privacy: id`. */
export const privacyOfTrunks: Migration = {
  name: '0038-privacy-of-trunks',
  async up(db) {
    await run(
      db,
      "alter table trunk add privacy text not null default 'id' check (privacy in ('id', 'user-id', 'none'))",
    );
  },
};
