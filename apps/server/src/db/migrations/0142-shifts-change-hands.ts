import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** People offer their shifts to each other; the roster changes when whoever plans approves it. */
export const shiftsChangeHands: Migration = {
  name: '0142-shifts-change-hands',
  async up(db) {
    await createTenantTable(db, 'shift_swap', [
      "kind text not null check (kind in ('give', 'exchange'))",
      "state text not null default 'open'",
      'offered_by uuid not null',
      'day date not null',
      'shift_id uuid not null',
      // Null is everybody of the team.
      'offered_to uuid',
      'taken_by uuid',
      // What whoever takes an exchange gives for it.
      'back_day date',
      'back_shift_id uuid',
      "note text not null default ''",
      "why text not null default ''",
      references('shift_swap', 'offered_by', 'account', 'cascade'),
      references('shift_swap', 'offered_to', 'account', 'cascade'),
      references('shift_swap', 'taken_by', 'account', 'cascade'),
      references('shift_swap', 'shift_id', 'shift', 'cascade'),
      references('shift_swap', 'back_shift_id', 'shift', 'cascade'),
    ]);
    await run(
      db,
      `create unique index shift_swap_once on shift_swap (tenant_id, offered_by, day) where state in ('open', 'taken', 'waiting');
      create index shift_swap_newest on shift_swap (tenant_id, updated_at desc);
      create index shift_swap_offered_by on shift_swap (tenant_id, offered_by);
      create index shift_swap_offered_to on shift_swap (tenant_id, offered_to);
      create index shift_swap_taken_by on shift_swap (tenant_id, taken_by);
      create index shift_swap_shift on shift_swap (tenant_id, shift_id);
      create index shift_swap_back_shift on shift_swap (tenant_id, back_shift_id)`,
    );
  },
};
