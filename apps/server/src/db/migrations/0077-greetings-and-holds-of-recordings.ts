import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Of a recording that was listened to it is known how soon our side spoke after the answer, how often the other was put on hold, and
 * before how many of these somebody of ours had spoken. Null in what was listened to before.
 */
export const greetingsAndHoldsOfRecordings: Migration = {
  name: '0077-greetings-and-holds-of-recordings',
  async up(db) {
    await run(
      db,
      `alter table recording add column greeting_ms integer, add column holds smallint, add column holds_told smallint;
      drop index recording_heard;
      create index recording_heard on recording (tenant_id, call_started_at desc)
        include (call_id, duration_ms, left_ms, right_ms, both_ms, silent_ms, greeting_ms, holds, holds_told) where heard = 'done'`,
    );
  },
};
