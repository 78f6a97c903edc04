import { createTenantTable, references, run, uniqueText } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** Codes that people dial, texts that a company has said otherwise, and conditions that are set by hand for a while. */
export const codesAndPrompts: Migration = {
  name: '0280-codes-and-prompts',
  async up(db) {
    await codes(db);
    await conditions(db);
    await createTenantTable(db, 'system_prompt', [
      // A key of the prompt store.
      'key text not null',
      'audio_id uuid not null',
      references('system_prompt', 'audio_id', 'audio'),
      'constraint system_prompt_once unique (tenant_id, key)',
    ]);
    await run(db, 'create index system_prompt_audio on system_prompt (tenant_id, audio_id)');
  },
};

/** What is not here is as the product has it. */
async function codes(db: MigrationDb) {
  await createTenantTable(db, 'feature_code', [
    'feature text not null',
    "code text not null check (code ~ '^\\*[*0-9]{1,5}$')",
    'enabled boolean not null default true',
    'constraint feature_code_once unique (tenant_id, feature)',
  ]);
  await run(db, 'alter table telephony_setting no force row level security');
  await run(db, 'alter table feature_code no force row level security');
  await run(
    db,
    `insert into feature_code (tenant_id, id, feature, code)
      select tenant_id, gen_random_uuid(), 'pick-up', pick_up_code from telephony_setting
      where pick_up_code <> '*8' and pick_up_code ~ '^\\*[*0-9]{1,5}$'`,
  );
  await run(db, 'alter table feature_code force row level security');
  await run(db, 'alter table telephony_setting force row level security');
  await run(db, 'alter table telephony_setting drop column pick_up_code');
}

async function conditions(db: MigrationDb) {
  await run(
    db,
    `alter table time_condition add column override_until timestamptz,
      add column code text not null default ''`,
  );
  await uniqueText(db, 'time_condition', 'code');
}
