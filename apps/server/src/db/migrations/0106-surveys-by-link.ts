import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Customers answer surveys on a page of their own: whoever holds a link answers, once, until it is over. A template of messages may bring one. */
export const surveysByLink: Migration = {
  name: '0106-surveys-by-link',
  async up(db) {
    await createTenantTable(db, 'survey_link', [
      'response_id uuid not null',
      'token_hash bytea not null unique',
      'expires_at timestamptz not null',
      references('survey_link', 'response_id', 'survey_response', 'cascade'),
    ]);
    await run(
      db,
      `create index survey_link_response on survey_link (tenant_id, response_id);
      alter table message_template add column survey_id uuid,
        add ${references('message_template', 'survey_id', 'survey_campaign')} deferrable;
      create index message_template_survey on message_template (tenant_id, survey_id)`,
    );
  },
};
