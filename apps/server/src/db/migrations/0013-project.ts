import { uniqueName } from './lib-names.ts';
import { createTenantTable, references, run, uniqueText } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Projects with who works on them, and the service numbers that they use. */
export const project: Migration = {
  name: '0013-project',
  async up(db) {
    await createTenantTable(db, 'project', [
      'name text not null',
      "code text not null default ''",
      "status text not null default 'planned' check (status in ('planned', 'running', 'paused', 'ended'))",
      'starts_on date',
      'ends_on date',
      "note text not null default ''",
      'constraint project_period check (starts_on <= ends_on)',
    ]);
    await uniqueName(db, 'project');
    await uniqueText(db, 'project', 'code');
    for (const [table, column, target] of [
      ['project_member', 'account_id', 'account'],
      ['project_number', 'service_number_id', 'service_number'],
    ] as const) {
      await createTenantTable(db, table, [
        'project_id uuid not null',
        `${column} uuid not null`,
        'position integer not null',
        references(table, 'project_id', 'project', 'cascade'),
        references(table, column, target),
        `constraint ${table}_once unique (tenant_id, project_id, ${column})`,
      ]);
      await run(db, `create index ${table}_${target} on ${table} (tenant_id, ${column})`);
    }
  },
};
