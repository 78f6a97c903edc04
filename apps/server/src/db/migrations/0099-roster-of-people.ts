import { resourceTable } from '../recipes/resource-table.ts';
import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Shifts, and who works which of them on which day. */
export const rosterOfPeople: Migration = {
  name: '0099-roster-of-people',
  async up(db) {
    await resourceTable(db, 'shift', {
      columns: [
        'name text not null',
        `from_time text not null check (from_time ~ ${clock})`,
        // As it is or before `from_time`: on the next day.
        `to_time text not null check (to_time ~ ${clock})`,
        "colour text not null default '#64748b'",
        "note text not null default ''",
      ],
    });
    await createTenantTable(db, 'shift_break', [
      'shift_id uuid not null',
      'position integer not null default 0',
      `from_time text not null check (from_time ~ ${clock})`,
      `to_time text not null check (to_time ~ ${clock})`,
      `${references('shift_break', 'shift_id', 'shift', 'cascade')} deferrable`,
    ]);
    await createTenantTable(db, 'roster_entry', [
      'account_id uuid not null',
      'day date not null',
      // Null is leave.
      'shift_id uuid',
      references('roster_entry', 'account_id', 'account', 'cascade'),
      references('roster_entry', 'shift_id', 'shift'),
      'constraint roster_entry_once unique (tenant_id, account_id, day)',
    ]);
    await run(
      db,
      `create index shift_break_shift on shift_break (tenant_id, shift_id, position);
      create index roster_entry_day on roster_entry (tenant_id, day);
      create index roster_entry_shift on roster_entry (tenant_id, shift_id)`,
    );
  },
};

const clock = "'^([01][0-9]|2[0-3]):[0-5][0-9]$'";
