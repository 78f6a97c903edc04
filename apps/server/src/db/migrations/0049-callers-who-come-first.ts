import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A queue says what its callers need and for how long, and which of them come first. None, as before. */
export const callersWhoComeFirst: Migration = {
  name: '0049-callers-who-come-first',
  async up(db) {
    await run(
      db,
      `alter table queue add column priority_is_worth_seconds integer
        check (priority_is_worth_seconds between 1 and 86400)`,
    );
    await createTenantTable(db, 'queue_need', [
      'queue_id uuid not null',
      'position integer not null default 0',
      "skill text not null check (skill <> '')",
      'level integer not null check (level between 1 and 100)',
      // Insisted on until the caller has waited so long; for ever where it is null.
      'until_seconds integer check (until_seconds between 1 and 86400)',
      ofQueue('queue_need'),
    ]);
    await createTenantTable(db, 'queue_caller', [
      'queue_id uuid not null',
      'position integer not null default 0',
      "name text not null check (name <> '')",
      "caller_pattern text not null default ''",
      'service_number_id uuid',
      'priority integer not null default 1 check (priority between 0 and 100)',
      "skills jsonb not null default '{}'",
      'until_seconds integer check (until_seconds between 1 and 86400)',
      ofQueue('queue_caller'),
      `${references('queue_caller', 'service_number_id', 'service_number')} deferrable`,
    ]);
    await run(
      db,
      'create index queue_caller_service_number_id_reference on queue_caller (tenant_id, service_number_id)',
    );
    for (const table of ['queue_need', 'queue_caller']) {
      await run(db, `create index ${table}_queue on ${table} (tenant_id, queue_id, position)`);
      await run(
        db,
        `create trigger note_routing after insert or update or delete on ${table}
          for each row execute function note_routing('id')`,
      );
    }
  },
};

const ofQueue = (table: string) => `${references(table, 'queue_id', 'queue', 'cascade')} deferrable`;
