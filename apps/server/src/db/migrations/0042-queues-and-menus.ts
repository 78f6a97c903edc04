import { uniqueName } from './lib-names.ts';
import { createTenantTable, references, run, uniqueText } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** What call control can lead a caller to beside the first kinds: queues, menus, the person who talked last; places to park in. */
export const queuesAndMenus: Migration = {
  name: '0042-queues-and-menus',
  async up(db) {
    await queues(db);
    await menus(db);
    await ofExtensions(db);
  },
};

type Db = Parameters<Migration['up']>[0];

const kinds = `('ivr', 'direct', 'group', 'fw', 'msg', 'time', 'voicemail', 'queue', 'lastcall', 'hang-up')`;
const optional = (name: string) => [
  `${name}_kind text check (${name}_kind in ${kinds})`,
  `${name}_value text not null default ''`,
];
const needed = (name: string) => [
  `${name}_kind text not null check (${name}_kind in ${kinds})`,
  `${name}_value text not null default ''`,
];
const internalNumber = "number text not null default '' check (number ~ '^[0-9]{0,8}$')";

async function queues(db: Db) {
  const staffing = `('anything', 'somebody-joined', 'somebody-ready', 'somebody-free')`;
  await createTenantTable(db, 'queue', [
    'name text not null',
    internalNumber,
    `strategy text not null default 'longest-idle' check (strategy in
      ('ring-all', 'longest-idle', 'fewest-calls', 'round-robin', 'random', 'weighted', 'linear', 'skills'))`,
    `joining text not null default 'at-once' check (joining in ('at-once', 'by-request'))`,
    'weight integer not null default 0',
    'ring_seconds integer not null default 20 check (ring_seconds between 5 and 600)',
    'rest_seconds integer not null default 5 check (rest_seconds between 1 and 600)',
    'wrap_up_seconds integer not null default 0 check (wrap_up_seconds between 0 and 3600)',
    'pause_after_missed integer check (pause_after_missed > 0)',
    'max_waiting integer check (max_waiting >= 0)',
    'max_wait_seconds integer check (max_wait_seconds > 0)',
    `to_enter text not null default 'anything' check (to_enter in ${staffing})`,
    `to_stay text not null default 'anything' check (to_stay in ${staffing})`,
    "music text not null default 'default'",
    'service_level_seconds integer not null default 20 check (service_level_seconds > 0)',
    'short_abandon_seconds integer not null default 5 check (short_abandon_seconds >= 0)',
    // Announcements, callback, keys to leave by, callers who go first: as call control reads them.
    "more jsonb not null default '{}'",
    ...optional('timeout'),
    ...optional('full'),
    ...optional('empty'),
  ]);
  await uniqueName(db, 'queue');
  await uniqueText(db, 'queue', 'number');
  await createTenantTable(db, 'queue_member', [
    'queue_id uuid not null',
    'extension_id uuid not null',
    'position integer not null default 0',
    'penalty integer not null default 0 check (penalty >= 0)',
    'weight integer not null default 1 check (weight > 0)',
    "skills jsonb not null default '{}'",
    references('queue_member', 'queue_id', 'queue', 'cascade'),
    references('queue_member', 'extension_id', 'extension', 'cascade'),
    'constraint queue_member_once unique (tenant_id, queue_id, extension_id)',
  ]);
  await run(db, 'create index queue_member_extension on queue_member (tenant_id, extension_id)');
}

async function menus(db: Db) {
  await createTenantTable(db, 'ivr_menu', [
    'name text not null',
    internalNumber,
    // Keys in the prompt store, played one after the other.
    "prompt text[] not null default '{}'",
    "invalid_prompt text[] not null default '{}'",
    "timeout_prompt text[] not null default '{}'",
    'direct_dialling boolean not null default false',
    'digit_seconds integer not null default 3 check (digit_seconds between 1 and 60)',
    'wait_seconds integer not null default 5 check (wait_seconds between 1 and 60)',
    'tries integer not null default 3 check (tries between 1 and 10)',
    ...optional('invalid'),
    ...optional('timeout'),
  ]);
  await uniqueName(db, 'ivr_menu');
  await uniqueText(db, 'ivr_menu', 'number');
  await createTenantTable(db, 'ivr_key', [
    'ivr_menu_id uuid not null',
    "keys text not null check (keys ~ '^[0-9*#]{1,8}$')",
    ...needed('destination'),
    references('ivr_key', 'ivr_menu_id', 'ivr_menu', 'cascade'),
    'constraint ivr_key_once unique (tenant_id, ivr_menu_id, keys)',
  ]);
  await createTenantTable(db, 'last_call_rule', [
    'name text not null',
    'within_hours integer not null default 72 check (within_hours between 1 and 2160)',
    'ring_seconds integer not null default 20 check (ring_seconds between 5 and 600)',
    ...needed('otherwise'),
  ]);
  await uniqueName(db, 'last_call_rule');
}

async function ofExtensions(db: Db) {
  await run(db, 'alter table extension add column call_waiting boolean not null default false');
  // Extensions with the same word here may take each other's ringing calls.
  await run(db, `alter table extension add column pick_up_group text not null default ''`);
  await run(db, 'alter table ring_group drop constraint ring_group_strategy_check');
  await run(
    db,
    `alter table ring_group add constraint ring_group_strategy_check
      check (strategy in ('ring-all', 'one-by-one', 'random', 'memory'))`,
  );
  await run(
    db,
    `alter table inbound_rule add column after_talk_kind text check (after_talk_kind in ${kinds}),
      add column after_talk_value text not null default ''`,
  );
  await run(
    db,
    `alter table telephony_setting add column parking_first integer not null default 701,
      add column parking_count integer not null default 20 check (parking_count between 0 and 200),
      add column parking_seconds integer not null default 120 check (parking_seconds between 10 and 3600),
      add column pick_up_code text not null default '*8'`,
  );
  // Music is named now; what was a file is the default.
  await run(db, `alter table telephony_setting alter column hold_music set default 'default'`);
  await run(db, `update telephony_setting set hold_music = 'default' where hold_music = 'music/default.wav'`);
}
