import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Who sees the report by extension sees what people's time went to, and who takes the one along takes the other. */
export const rightsToStatusTimes: Migration = {
  name: '0421-rights-to-status-times',
  async up(db) {
    // The owner's tables bind even the owner, who is in no tenant here.
    await run(db, 'alter table role no force row level security');
    for (const action of ['view', 'export'] as const)
      await run(
        db,
        `update role set permissions = array_append(permissions, 'history-by-status.${action}')
          where 'history-cdr-by-exten.${action}' = any(permissions) and not 'history-by-status.${action}' = any(permissions)`,
      );
    await run(db, 'alter table role force row level security');
  },
};
