import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A person is told who has set their status, and who has signed them out. Whoever may take a call over may also send it on. */
export const boardActions: Migration = {
  name: '0013-board-actions',
  async up(db) {
    await run(db, 'alter table account add column status_by uuid');
    await run(db, 'alter table session add column ended_by uuid');
    await run(db, 'alter table role no force row level security');
    await run(
      db,
      `update role set permissions = permissions || '{monitor.move}'::text[]
        where 'monitor.take-over' = any (permissions) and not 'monitor.move' = any (permissions)`,
    );
    await run(db, 'alter table role force row level security');
  },
};
