import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** A department that goes to another branch takes its people along: whoever sees their branch sees other rows from then on. */
export const branchesAreRights: Migration = {
  name: '0351-branches-are-rights',
  async up(db) {
    await run(
      db,
      `create trigger rights_changed after update of branch_id on department for each row
        when (old.branch_id is distinct from new.branch_id) execute function tell_rights_changed()`,
    );
  },
};
