import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Targets count what people asked in surveys, and the customers whom they added, in a month: each found by an index. */
export const targetsOfSurveysAndCustomers: Migration = {
  name: '0061-targets-of-surveys-and-customers',
  async up(db) {
    await run(db, 'create index survey_response_by on survey_response (tenant_id, created_by, created_at)');
    await run(db, 'create index customer_added_by on customer (tenant_id, created_by, created_at)');
  },
};
