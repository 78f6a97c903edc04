import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** What somebody still has to do for a customer, until when. */
export const tasks: Migration = {
  name: '0202-tasks',
  async up(db) {
    await createTenantTable(db, 'task', [
      'customer_id uuid not null',
      // Who has to do it.
      'account_id uuid not null',
      "text text not null check (text <> '')",
      'due_at timestamptz',
      'done_at timestamptz',
      'done_by uuid',
      references('task', 'customer_id', 'customer', 'cascade'),
      references('task', 'account_id', 'account', 'cascade'),
    ]);
    await run(db, 'create index task_of on task (tenant_id, customer_id, created_at desc)');
    await run(db, 'create index task_account on task (tenant_id, account_id)');
    await run(db, 'create index task_due on task (tenant_id, due_at) where done_at is null and due_at is not null');
  },
};
