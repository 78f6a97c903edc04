import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Which calls a company has recorded is among what it sets itself; until now it stood where nobody could set it. */
export const whichCallsAreRecorded: Migration = {
  name: '0067-which-calls-are-recorded',
  async up(db) {
    await run(
      db,
      `alter table system_setting add column records_inbound boolean not null default true,
        add column records_outbound boolean not null default true, add column records_internal boolean not null default true`,
    );
    for (const table of ['system_setting', 'telephony_setting'])
      await run(db, `alter table ${table} no force row level security`);
    const set = 'not (records_inbound and records_outbound and records_internal)';
    await run(
      db,
      `insert into system_setting (tenant_id, records_inbound, records_outbound, records_internal)
        select tenant_id, records_inbound, records_outbound, records_internal from telephony_setting where ${set}
        on conflict (tenant_id) do update set records_inbound = excluded.records_inbound,
          records_outbound = excluded.records_outbound, records_internal = excluded.records_internal`,
    );
    for (const table of ['system_setting', 'telephony_setting'])
      await run(db, `alter table ${table} force row level security`);
    await run(
      db,
      'alter table telephony_setting drop column records_inbound, drop column records_outbound, drop column records_internal',
    );
  },
};
