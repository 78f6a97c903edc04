import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** What a company says of itself: hours, how long things are kept, the notice of recording, its service level, its colours. */
export const companySettings: Migration = {
  name: '0123-company-settings',
  async up(db) {
    await run(
      db,
      `alter table system_setting
        add column work_days smallint[] not null default '{1,2,3,4,5,6}',
        add column work_from text not null default '08:00' check (work_from ~ '^[0-2][0-9]:[0-5][0-9]$'),
        add column work_to text not null default '17:30' check (work_to ~ '^[0-2][0-9]:[0-5][0-9]$'),
        add column keep_recordings_days integer not null default 180 check (keep_recordings_days between 1 and 3650),
        add column keep_calls_days integer not null default 1095 check (keep_calls_days between 1 and 3650),
        add column keep_audit_days integer not null default 1095 check (keep_audit_days between 90 and 3650),
        add column recording_notice boolean not null default false,
        add column recording_notice_text text not null default '',
        add column service_level_seconds integer not null default 20 check (service_level_seconds between 1 and 600),
        add column service_level_percent integer not null default 80 check (service_level_percent between 1 and 100),
        add column brand_name text not null default '',
        add column brand_colour text not null default ''`,
    );
    // Until when a company tries the product; null for one that pays.
    await run(db, 'alter table tenant add column trial_until timestamptz');
  },
};
