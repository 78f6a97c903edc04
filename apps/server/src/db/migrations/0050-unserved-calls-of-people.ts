import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Whom nobody served is found by the index alone: what a call was for stands in it, too. */
export const unservedCallsOfPeople: Migration = {
  name: '0050-unserved-calls-of-people',
  async up(db) {
    await run(db, 'drop index call_unserved');
    await run(
      db,
      `create index call_unserved on call (tenant_id, started_at desc, id) include (outside_number, status)
        where direction = 'inbound' and outside_number <> ''
          and status in ('missed', 'abandoned', 'voicemail', 'callback', 'stopped_ivr', 'busy', 'no_answer', 'failed')
          and purpose not in ('survey', 'otp', 'test')`,
    );
  },
};
