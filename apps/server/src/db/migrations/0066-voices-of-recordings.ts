import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Of a recording it is known who spoke how long. What was recorded before (`no`) is not gone through for it; what is recorded from now
 * on waits for it (`due`), until it was listened to (`done`) or there was nothing to listen to (`none`).
 */
export const voicesOfRecordings: Migration = {
  name: '0066-voices-of-recordings',
  async up(db) {
    await run(
      db,
      `alter table recording add column heard text not null default 'no',
        add column left_ms integer, add column right_ms integer, add column both_ms integer,
        add column silent_ms integer, add column longest_silent_ms integer`,
    );
    await run(db, "alter table recording alter column heard set default 'due'");
    await run(
      db,
      `create index recording_unheard on recording (tenant_id, call_started_at desc, id)
        where heard = 'due' and kind = 'conversation' and state not in ('open', 'failed')`,
    );
    await run(
      db,
      `create index recording_heard on recording (tenant_id, call_started_at desc)
        include (call_id, duration_ms, left_ms, right_ms, both_ms, silent_ms) where heard = 'done'`,
    );
  },
};
