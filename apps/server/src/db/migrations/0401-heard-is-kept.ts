import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

const read = ['recording', 'audit', 'voicemail_message'] as const;

/**
 * That a message was heard is kept with the message, so that it can be taken back: who listened on the screen was looked up in the
 * trail, which forgets nothing. What the trail says of those that there are is kept with them now.
 */
export const heardIsKept: Migration = {
  name: '0401-heard-is-kept',
  async up(db) {
    // The owner's tables bind even the owner, who is in no tenant here.
    for (const table of read) await run(db, `alter table ${table} no force row level security`);
    await run(
      db,
      `insert into voicemail_message as kept (tenant_id, id, recording_id, heard_at)
        select recording.tenant_id, gen_random_uuid(), recording.id, min(audit.at)
        from recording join audit on audit.tenant_id = recording.tenant_id and audit.subject = 'call'
          and audit.subject_id = recording.call_id::text and audit.action = 'listen'
        where recording.kind = 'message'
        group by recording.tenant_id, recording.id
        on conflict (tenant_id, recording_id) do update set heard_at = coalesce(kept.heard_at, excluded.heard_at)`,
    );
    for (const table of read) await run(db, `alter table ${table} force row level security`);
  },
};
