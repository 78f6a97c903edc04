import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Whom a company calls hears that the call is recorded, and customers refuse that by a key. Their call says when, and what became of what
 * had been recorded; a recording that is not kept is `dropped` until its file is gone.
 */
export const customersRefuseRecording: Migration = {
  name: '0118-customers-refuse-recording',
  async up(db) {
    await run(
      db,
      `alter table system_setting
        add column recording_notice_outbound boolean not null default false,
        add column recording_refusal_key text not null default '' check (recording_refusal_key ~ '^[0-9]?$'),
        add column refused_recording text not null default 'keep' check (refused_recording in ('keep', 'drop'))`,
    );
    await run(
      db,
      `alter table call
        add column recording_refused_at timestamptz,
        add column recording_refused text not null default ''
          constraint call_recording_refused check (recording_refused in ('', 'kept', 'dropped'))`,
    );
    await run(db, 'alter table recording add column dropped boolean not null default false');
    await run(
      db,
      `create index call_refused on call (tenant_id, started_at desc, id) where recording_refused_at is not null`,
    );
    await run(
      db,
      `create index recording_dropped on recording (tenant_id, call_started_at, id)
        where dropped and kept_as in ('due', 'going')`,
    );
  },
};
