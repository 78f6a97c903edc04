import { createTenantTable } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** What a process that runs no calls asks of the one that does, for as long as it waits for the answer. */
export const telephonyQuestions: Migration = {
  name: '0079-telephony-questions',
  async up(db) {
    await createTenantTable(db, 'telephony_question', ['question jsonb not null', 'answer jsonb']);
  },
};
