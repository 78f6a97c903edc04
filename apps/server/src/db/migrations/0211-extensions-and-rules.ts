import { uniqueName } from './lib-names.ts';
import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** What people may set of extensions, of their groups, and of rules for calls out. */
export const extensionsAndRules: Migration = {
  name: '0211-extensions-and-rules',
  async up(db) {
    await groups(db);
    await extensions(db);
    await rules(db);
    // What has changed since a moment is looked up in its order.
    for (const table of ['extension', 'extension_group', 'inbound_rule', 'outbound_rule', 'block_list']) {
      await run(db, `create index ${table}_changed on ${table} (tenant_id, updated_at, id)`);
    }
  },
};

const kinds = `('ivr', 'direct', 'group', 'fw', 'msg', 'time', 'voicemail', 'queue', 'lastcall', 'hang-up')`;
const perhaps = (name: string) => `add column ${name}_kind text check (${name}_kind in ${kinds}),
  add column ${name}_value text not null default ''`;
/** Null is whatever the company has opened. */
const rights = (name: string) => `${name} text[] check (${name} <@
  array['internal', 'local', 'mobile', 'long-distance', 'international', 'premium', 'satellite'])`;

/** Each delete of what is referred to looks who refers. */
const found = (db: MigrationDb, table: string, column: string) =>
  run(db, `create index ${table}_${column}_reference on ${table} (tenant_id, ${column})`);

async function groups(db: MigrationDb) {
  await createTenantTable(db, 'extension_group', [
    'name text not null',
    "code text not null default ''",
    rights('call_rights'),
    'service_number_id uuid',
    "note text not null default ''",
    references('extension_group', 'service_number_id', 'service_number'),
  ]);
  await uniqueName(db, 'extension_group');
  await found(db, 'extension_group', 'service_number_id');
}

async function extensions(db: MigrationDb) {
  await run(
    db,
    `alter table extension
      add column extension_group_id uuid,
      add column service_number_id uuid,
      add column do_not_disturb boolean not null default false,
      add column ${rights('call_rights')},
      add column note text not null default '',
      ${['forward_always', 'forward_busy', 'forward_no_answer', 'forward_offline'].map(perhaps).join(', ')},
      add ${references('extension', 'extension_group_id', 'extension_group')},
      add ${references('extension', 'service_number_id', 'service_number')}`,
  );
  await found(db, 'extension', 'extension_group_id');
  await found(db, 'extension', 'service_number_id');
}

async function rules(db: MigrationDb) {
  await run(db, `alter table inbound_rule add column note text not null default ''`);
  await run(
    db,
    `alter table outbound_rule
      add column prefers_same_carrier boolean not null default false,
      add column note text not null default ''`,
  );
  // Whose extensions may use a rule; with none, and no list of its own, everybody.
  await createTenantTable(db, 'outbound_rule_group', [
    'outbound_rule_id uuid not null',
    'extension_group_id uuid not null',
    'position integer not null default 0',
    references('outbound_rule_group', 'outbound_rule_id', 'outbound_rule', 'cascade'),
    references('outbound_rule_group', 'extension_group_id', 'extension_group'),
    'constraint outbound_rule_group_once unique (tenant_id, outbound_rule_id, extension_group_id)',
  ]);
  await found(db, 'outbound_rule_group', 'extension_group_id');
  // Whose network a number is in; empty where its prefix says it, or nobody knows.
  await run(db, `alter table service_number add column carrier text not null default ''`);
}
