import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** What is written of somebody who is no customer is with the conversation, too, until they are one: their name, as it was said, with it. */
export const notesOfStrangers: Migration = {
  name: '0034-notes-of-strangers',
  async up(db) {
    await run(
      db,
      `alter table call_note
        alter column customer_id drop not null,
        add column name text not null default '',
        drop constraint call_note_once,
        add constraint call_note_once unique nulls not distinct (tenant_id, call_id, customer_id, created_by)`,
    );
  },
};
