import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** How many letters a company sends a day from the operator's mail server; and who signed up has a few seats, until the operator says more. */
export const lettersOfADay: Migration = {
  name: '0092-letters-of-a-day',
  async up(db) {
    await run(
      db,
      `alter table tenant
        add most_letters integer check (most_letters > 0),
        add letters integer not null default 0,
        add letters_on date`,
    );
    await run(db, 'update tenant set most_letters = 100 where trial_until is not null');
    await run(db, 'update tenant set seats = 20 where trial_until is not null and seats is null');
  },
};
