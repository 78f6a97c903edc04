import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Changes of many rows at once. Which rows is settled when the job begins, a batch a row here; what a batch did is written in
 * its own transaction, so that a worker that dies changes nothing twice, and what was done can be taken back.
 */
export const bulk: Migration = {
  name: '0078-bulk',
  async up(db) {
    await createTenantTable(db, 'bulk_batch', [
      'job_id uuid not null',
      'number integer not null',
      // The rows, each with the version that it had when the job began.
      'row_ids uuid[] not null',
      'row_versions integer[] not null',
      'taken boolean not null default false',
      // What was deleted, as the table had it and as it was shown; what was changed, as it was before, with the version that it got.
      "removed jsonb not null default '[]'",
      "changed jsonb not null default '[]'",
      // What stayed as it was: id, what it is called, why.
      "kept jsonb not null default '[]'",
      'constraint bulk_batch_number_key unique (tenant_id, job_id, number)',
      references('bulk_batch', 'job_id', 'job', 'cascade'),
    ]);
    await run(db, 'create index bulk_batch_due on bulk_batch (tenant_id, job_id, number) where not taken');
  },
};
