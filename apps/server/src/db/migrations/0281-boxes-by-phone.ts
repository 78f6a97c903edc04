import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Voicemail boxes that are heard by phone, and tell by letter. */
export const boxesByPhone: Migration = {
  name: '0281-boxes-by-phone',
  async up(db) {
    await run(
      db,
      `alter table voicemail_box
        add column busy_greeting_id uuid, add ${references('voicemail_box', 'busy_greeting_id', 'greeting')},
        add column pin_hash text,
        add column pin_misses integer not null default 0,
        add column pin_blocked_until timestamptz,
        add column notify_emails text[] not null default '{}',
        add column notify_with text not null default 'link' check (notify_with in ('link', 'recording'))`,
    );
    // As others of the tables that versions are of: rows are laid in any order.
    await run(
      db,
      'alter table voicemail_box alter constraint voicemail_box_busy_greeting_id_fkey deferrable initially immediate',
    );
    await run(db, 'create index voicemail_box_busy_greeting_id on voicemail_box (tenant_id, busy_greeting_id)');
    // What became of a message besides its recording, which call control writes.
    await createTenantTable(db, 'voicemail_message', [
      'recording_id text not null',
      'heard_at timestamptz',
      'deleted_at timestamptz',
      // Every letter about it was taken.
      'mailed_at timestamptz',
      // Whose was, how often it was tried, and when it is tried again.
      "mailed_to text[] not null default '{}'",
      'mail_tries integer not null default 0',
      'mail_due_at timestamptz',
      'constraint voicemail_message_once unique (tenant_id, recording_id)',
    ]);
    // The box that somebody's calls end in is theirs.
    await run(
      db,
      `create function box_of(whose extension) returns text language sql immutable as $$
        select case 'voicemail'
          when whose.otherwise_kind then whose.otherwise_value
          when whose.forward_no_answer_kind then whose.forward_no_answer_value
          when whose.forward_offline_kind then whose.forward_offline_value
          when whose.forward_busy_kind then whose.forward_busy_value
          when whose.forward_always_kind then whose.forward_always_value
        end $$`,
    );
  },
};
