import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Who was not served is found among the calls themselves, so that no row can be forgotten, come late or be corrected in vain. Kept
 * besides is only what people said of a number: who takes it on, and up to which call nobody needs to call back.
 */
export const callsToReturn: Migration = {
  name: '0003-calls-to-return',
  async up(db) {
    await createTenantTable(db, 'call_return', [
      'e164 text not null',
      'claimed_by uuid',
      'claimed_at timestamptz',
      'closed_to timestamptz',
      "closed_reason text not null default ''",
      'constraint call_return_key unique (tenant_id, e164)',
      references('call_return', 'claimed_by', 'account', 'set null (claimed_by)'),
    ]);
    await run(db, 'create index call_return_claimed_by on call_return (tenant_id, claimed_by)');
    await run(
      db,
      `create index call_unserved on call (tenant_id, started_at desc, id) include (outside_number, status)
        where direction = 'inbound' and outside_number <> ''
          and status in ('missed', 'abandoned', 'voicemail', 'callback', 'stopped_ivr', 'busy', 'no_answer', 'failed')`,
    );
  },
};
