import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** What callers hear out of hours; a notice is the one that is said, not a text that nobody can say; calls answered in time are found. */
export const settingsObeyed: Migration = {
  name: '0156-settings-obeyed',
  async up(db) {
    await run(
      db,
      `alter table system_setting
        drop column recording_notice_text,
        add column after_hours text not null default 'as-usual' check (after_hours in ('as-usual', 'announce'))`,
    );
    await run(
      db,
      `create index call_in_time on call (tenant_id, started_at, wait_ms)
        where direction = 'inbound' and status = 'answered'`,
    );
  },
};
