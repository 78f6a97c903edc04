import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * What somebody noted in a conversation stays with it, also where they said nothing else of it: the customer has the latest note
 * alone, over which the next conversation writes.
 */
export const notesOfCalls: Migration = {
  name: '0017-notes-of-calls',
  async up(db) {
    await createTenantTable(db, 'call_note', [
      'call_id uuid not null',
      'customer_id uuid not null',
      'text text not null',
      'constraint call_note_once unique (tenant_id, call_id, customer_id, created_by)',
      references('call_note', 'customer_id', 'customer', 'cascade'),
    ]);
    await run(db, 'create index call_note_of on call_note (tenant_id, customer_id, updated_at desc)');
  },
};
