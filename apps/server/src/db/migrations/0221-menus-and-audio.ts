import { foundByKey } from './lib-import.ts';
import { listed } from './lib-listed.ts';
import { uniqueName } from './lib-names.ts';
import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** Sound that people bring, and what plays it: greetings, music, announcements, menus, queues, boxes, all of them administered. */
export const menusAndAudio: Migration = {
  name: '0221-menus-and-audio',
  async up(db) {
    await audio(db);
    await users(db);
    await queues(db);
    for (const table of ['announcement', 'voicemail_box', 'ring_group', 'queue', 'ivr_menu', 'last_call_rule']) {
      await run(db, `alter table ${table} add column note text not null default ''`);
      await administered(db, table);
    }
  },
};

async function administered(db: MigrationDb, table: string) {
  await foundByKey(db, table);
  await listed(db, table);
  await run(db, `create index ${table}_changed on ${table} (tenant_id, updated_at, id)`);
}

async function audio(db: MigrationDb) {
  // A sound never changes: another one has another id, so that whoever is hearing this one hears it to its end.
  await createTenantTable(db, 'audio', [
    "source text not null check (source in ('file', 'recording', 'speech'))",
    // The file as it was called, or the words that were spoken.
    "title text not null default ''",
    "voice text not null default ''",
    'duration_ms integer not null check (duration_ms > 0)',
    'bytes integer not null check (bytes > 0)',
    // Loudest of each slice, 0 to 1.
    "peaks real[] not null default '{}'",
  ]);
  for (const table of ['greeting', 'music_on_hold']) {
    await createTenantTable(db, table, [
      'name text not null',
      "language text not null default 'vi' check (language in ('vi', 'en', 'other'))",
      'audio_id uuid not null',
      "note text not null default ''",
      references(table, 'audio_id', 'audio'),
    ]);
    await uniqueName(db, table);
    await administered(db, table);
    await run(db, `create index ${table}_audio on ${table} (tenant_id, audio_id)`);
  }
}

const sound = async (db: MigrationDb, table: string, column: string, target = 'greeting') => {
  await run(db, `alter table ${table} add column ${column} uuid, add ${references(table, column, target)}`);
  await run(db, `create index ${table}_${column} on ${table} (tenant_id, ${column})`);
};

/** What has no sound of the company's own plays the key of the prompt store that it was made with. */
async function users(db: MigrationDb) {
  await sound(db, 'announcement', 'greeting_id');
  await run(db, `alter table announcement alter column file set default ''`);
  await sound(db, 'voicemail_box', 'greeting_id');
  await run(db, `alter table voicemail_box alter column greeting set default 'system/vi/voicemail-greeting.wav'`);
  for (const column of ['greeting_id', 'invalid_greeting_id', 'timeout_greeting_id'])
    await sound(db, 'ivr_menu', column);
  await run(
    db,
    `alter table ivr_key add column position integer not null default 0, add column note text not null default ''`,
  );
}

async function queues(db: MigrationDb) {
  await sound(db, 'queue', 'greeting_id');
  await sound(db, 'queue', 'announce_greeting_id');
  await sound(db, 'queue', 'music_id', 'music_on_hold');
  await run(
    db,
    `alter table queue
      add column announce_every_seconds integer check (announce_every_seconds between 5 and 3600),
      add column announce_first_seconds integer not null default 10 check (announce_first_seconds between 0 and 3600),
      add column announce_position_up_to integer not null default 0 check (announce_position_up_to between 0 and 1000),
      add column announce_wait boolean not null default false,
      add column callback_key text check (callback_key ~ '^[0-9*#]$'),
      add column callback_attempts integer not null default 3 check (callback_attempts between 1 and 20),
      add column callback_retry_seconds integer not null default 300 check (callback_retry_seconds between 10 and 86400),
      add column callback_expire_seconds integer not null default 14400
        check (callback_expire_seconds between 60 and 604800)`,
  );
  await run(db, 'alter table queue no force row level security');
  await run(
    db,
    `update queue set
      announce_every_seconds = (more #>> '{announcements,everySeconds}')::integer,
      announce_first_seconds = (more #>> '{announcements,firstAfterSeconds}')::integer,
      announce_position_up_to = (more #>> '{announcements,positionUpTo}')::integer,
      announce_wait = (more #>> '{announcements,expectedWait}')::boolean,
      more = more - 'announcements'
      where more #>> '{announcements,everySeconds}' is not null`,
  );
  await run(db, 'alter table queue force row level security');
  await createTenantTable(db, 'queue_exit', [
    'queue_id uuid not null',
    'position integer not null default 0',
    "key text not null check (key ~ '^[0-9*#]$')",
    `destination_kind text not null check (destination_kind in
      ('ivr', 'direct', 'group', 'fw', 'msg', 'time', 'voicemail', 'queue', 'lastcall', 'hang-up'))`,
    "destination_value text not null default ''",
    references('queue_exit', 'queue_id', 'queue', 'cascade'),
    'constraint queue_exit_once unique (tenant_id, queue_id, key)',
  ]);
}
