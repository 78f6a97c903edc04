import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A target is for a month as before (`2026-11`), a week from Monday (`2026-W48`) or a day (`2026-11-30`). */
export const targetsOfWeeksAndDays: Migration = {
  name: '0062-targets-of-weeks-and-days',
  async up(db) {
    await run(db, 'alter table kpi drop constraint kpi_month_check');
    await run(
      db,
      `alter table kpi add constraint kpi_month_check
        check (month ~ '^2[0-9]{3}-((0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?|W(0[1-9]|[1-4][0-9]|5[0-3]))$')`,
    );
    await run(
      db,
      `create function kpi_period_begins(period text) returns date language sql immutable parallel safe as $$
        select case when period like '%W%' then to_date(period, 'IYYY-"W"IW') when length(period) = 7
          then to_date(period, 'YYYY-MM') else to_date(period, 'YYYY-MM-DD') end
      $$`,
    );
    await run(
      db,
      `create function kpi_period_ends(period text) returns date language sql immutable parallel safe as $$
        select (case when period like '%W%' then to_date(period, 'IYYY-"W"IW') + interval '7 days' when length(period) = 7
          then to_date(period, 'YYYY-MM') + interval '1 month' else to_date(period, 'YYYY-MM-DD') + interval '1 day' end)::date
      $$`,
    );
  },
};
