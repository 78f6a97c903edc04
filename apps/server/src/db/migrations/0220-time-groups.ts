import { roles } from '../roles.ts';
import { foundByKey } from './lib-import.ts';
import { listed } from './lib-listed.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Time groups and conditions are administered; a stretch of hours may leave holidays out, which a company sets a year at a time. */
export const timeGroups: Migration = {
  name: '0220-time-groups',
  async up(db) {
    await run(db, `alter table time_group add column note text not null default ''`);
    await run(
      db,
      `alter table time_group_detail
        add column holidays text not null default 'ignored' check (holidays in ('ignored', 'except', 'only')),
        add column note text not null default ''`,
    );
    await run(
      db,
      `create table holiday_year (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        year integer not null,
        -- { date, name } each; a year that has no row is as the Vietnamese calendar says.
        days jsonb not null,
        primary key (tenant_id, year)
      )`,
    );
    await guardByTenant(db, 'holiday_year');
    await run(db, `grant select, insert, update, delete on holiday_year to ${roles.app}`);
    await run(db, `alter table time_condition add column note text not null default ''`);
    for (const table of ['time_group', 'time_condition']) {
      await foundByKey(db, table);
      await listed(db, table);
      await run(db, `create index ${table}_changed on ${table} (tenant_id, updated_at, id)`);
    }
  },
};
