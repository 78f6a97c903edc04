import { foundByKey } from './lib-import.ts';
import type { Migration } from './migration.ts';

/** Roles are administered: an import finds by their name those that are there. */
export const administeredRoles: Migration = {
  name: '0080-roles',
  async up(db) {
    await foundByKey(db, 'role');
  },
};
