import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * A number as people write it, by a body that is read when it is made: it needs no search path of its own, so that a query has it as
 * a part of itself. Called as a function for each row it took a quarter of an export.
 */
export const numbersInline: Migration = {
  name: '0306-numbers-inline',
  async up(db) {
    await run(
      db,
      `create or replace function national_number(number text) returns text language sql immutable parallel safe
        return case
          when number ~ '^\\+84(1800|1900|69\\d{5,6}$|[17]99\\d{4}$)' then substr(number, 4)
          when number like '+84%' then '0' || substr(number, 4)
          when number like '+%' then '00' || substr(number, 2)
          else number end`,
    );
  },
};
