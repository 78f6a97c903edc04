import { resourceTable } from '../recipes/resource-table.ts';
import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Rules choose calls to be scored. A call knows by which rule it was chosen, in which period of its, and why. */
export const samplesOfCalls: Migration = {
  name: '0076-samples-of-calls',
  async up(db) {
    await resourceTable(db, 'sampling_rule', {
      columns: [
        'name text not null',
        'active boolean not null default true',
        "kind text not null check (kind in ('random', 'csat', 'silence', 'overtalk'))",
        "period text not null check (period in ('day', 'week'))",
        'calls integer not null check (calls between 1 and 100)',
        'threshold integer not null check (threshold between 0 and 3600)',
        "direction text not null check (direction in ('any', 'inbound', 'outbound'))",
        'min_seconds integer not null check (min_seconds between 0 and 3600)',
        "note text not null default ''",
      ],
      refersTo: { score_sheet_id: { table: 'score_sheet', required: true }, queue_id: { table: 'queue' } },
    });
    await createTenantTable(db, 'sampling_scorer', [
      'sampling_rule_id uuid not null',
      'account_id uuid not null',
      'position integer not null default 0',
      references('sampling_scorer', 'sampling_rule_id', 'sampling_rule', 'cascade'),
      references('sampling_scorer', 'account_id', 'account'),
      'constraint sampling_scorer_once unique (tenant_id, sampling_rule_id, account_id)',
    ]);
    await run(
      db,
      `create index sampling_scorer_account on sampling_scorer (tenant_id, account_id);
      alter table evaluation add column rule_id uuid, add column period text not null default '';
      create index evaluation_rule on evaluation (tenant_id, rule_id, period) where rule_id is not null`,
    );
  },
};
