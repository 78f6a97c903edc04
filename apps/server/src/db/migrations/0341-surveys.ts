import { foundByKey } from './lib-import.ts';
import { listed } from './lib-listed.ts';
import { uniqueName } from './lib-names.ts';
import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Surveys that people ask customers: a bank of questions, what is asked when, and what was answered. */
export const surveys: Migration = {
  name: '0341-surveys',
  async up(db) {
    await createTenantTable(db, 'survey_category', [
      'name text not null',
      'position integer not null default 0',
      "note text not null default ''",
    ]);
    await createTenantTable(db, 'survey_question', [
      'name text not null',
      'category_id uuid not null',
      "kind text not null check (kind in ('one', 'several', 'scale', 'nps', 'yes-no', 'text'))",
      "choices text[] not null default '{}'",
      'required boolean not null default false',
      'position integer not null default 0',
      "note text not null default ''",
      references('survey_question', 'category_id', 'survey_category'),
    ]);
    await run(db, 'create index survey_question_category on survey_question (tenant_id, category_id)');
    await createTenantTable(db, 'survey_campaign', [
      'name text not null',
      "status text not null default 'draft' check (status in ('draft', 'running', 'paused', 'ended'))",
      'starts_on date',
      'ends_on date',
      "note text not null default ''",
      'constraint survey_campaign_period check (starts_on <= ends_on)',
    ]);
    for (const table of ['survey_category', 'survey_question', 'survey_campaign']) {
      await uniqueName(db, table);
      await listed(db, table);
      await foundByKey(db, table);
      await run(db, `create index ${table}_changed on ${table} (tenant_id, updated_at, id)`);
    }
    // Files bring campaigns, too.
    await foundByKey(db, 'campaign');
    await createTenantTable(db, 'survey_campaign_question', [
      'survey_campaign_id uuid not null',
      'question_id uuid not null',
      'position integer not null',
      references('survey_campaign_question', 'survey_campaign_id', 'survey_campaign', 'cascade'),
      references('survey_campaign_question', 'question_id', 'survey_question'),
      'constraint survey_campaign_question_once unique (tenant_id, survey_campaign_id, question_id)',
    ]);
    await run(
      db,
      'create index survey_campaign_question_question on survey_campaign_question (tenant_id, question_id)',
    );
    await createTenantTable(db, 'survey_response', [
      'survey_campaign_id uuid not null',
      'customer_id uuid not null',
      "outcome text not null check (outcome in ('answered', 'no-answer', 'declined'))",
      // With the words of then: a question that is changed later has not been asked so. One row, that it goes and comes back whole.
      "answers jsonb not null default '[]'",
      // Answers on a scale, and those of 4 and 5 among them, so that lists need not look into answers.
      'rated integer not null default 0',
      'satisfied integer not null default 0',
      "note text not null default ''",
      // No reference: conversations go earlier.
      'call_id uuid',
      references('survey_response', 'survey_campaign_id', 'survey_campaign'),
      references('survey_response', 'customer_id', 'customer', 'cascade'),
      'constraint survey_response_once unique (tenant_id, survey_campaign_id, customer_id)',
    ]);
    await run(db, 'create index survey_response_customer on survey_response (tenant_id, customer_id, created_at)');
  },
};
