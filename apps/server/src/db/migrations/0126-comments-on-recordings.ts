import { createTenantTable, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** What people put at a second of a recording; it goes with its recording, whichever way that goes. */
export const commentsOnRecordings: Migration = {
  name: '0126-comments-on-recordings',
  async up(db) {
    await createTenantTable(db, 'recording_comment', [
      'call_id uuid not null',
      'recording_id text not null',
      'at_ms integer not null check (at_ms >= 0)',
      // '' where a place is only marked.
      "text text not null default ''",
    ]);
    await run(db, 'create index recording_comment_of on recording_comment (tenant_id, recording_id, at_ms)');
    await run(
      db,
      `create function forget_recording_comments() returns trigger
        language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        delete from public.recording_comment where tenant_id = old.tenant_id and recording_id = old.id;
        return null;
      end $$;
      create trigger recording_comments_gone after delete on recording
        for each row execute function forget_recording_comments()`,
    );
  },
};
