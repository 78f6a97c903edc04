import { roles } from '../roles.ts';
import { listed, sortedBy, tallied } from './lib-listed.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

const resources = ['branch', 'department', 'team', 'project', 'data_source', 'customer'] as const;
/** Those that may have a million rows. */
const large = ['branch', 'data_source', 'customer'] as const;

/**
 * Page 100,000 of a list is found by how many rows lie before it and not by walking over them. `row_tally` has how many rows
 * of a list were made from `at` to `until`, both seconds and inclusive: one entry for each statement that added or deleted
 * some, until `settle_tallies` makes few of many.
 */
export const deepPages: Migration = {
  name: '0072-deep-pages',
  async up(db) {
    await run(
      db,
      `create table row_tally (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        list text not null,
        at timestamptz not null,
        id bigint generated always as identity,
        until timestamptz not null,
        n bigint not null,
        primary key (tenant_id, list, at, id),
        constraint row_tally_span check (at <= until)
      )`,
    );
    for (const table of resources) await tally(db, table, 'created_at');
    await tally(db, 'call', 'started_at');
    await settling(db);
    await run(
      db,
      `do $$ declare entry record; begin
        for entry in select distinct tenant_id, list from row_tally loop
          perform set_config('app.tenant', entry.tenant_id::text, true), settle_tallies(entry.list);
        end loop;
        perform set_config('app.tenant', '', true);
      end $$`,
    );
    await guardByTenant(db, 'row_tally');
    await run(db, `grant select, insert, delete on row_tally to ${roles.app}`);
    await cuts(db);

    for (const table of resources) await listed(db, table);
    await tallied(db, 'call', 'started_at');
    for (const table of large) await sortedBy(db, table, ['name', 'code']);
  },
};

/** What is there already. Its owner is bound by row-level security, and in no tenant here. */
async function tally(db: MigrationDb, table: string, at: string): Promise<void> {
  await run(db, `alter table ${table} no force row level security`);
  await run(
    db,
    `insert into row_tally (tenant_id, list, at, until, n)
      select tenant_id, '${table}', date_trunc('second', ${at}), date_trunc('second', ${at}), count(*)
      from ${table} group by 1, 3`,
  );
  await run(db, `alter table ${table} force row level security`);
}

/**
 * Makes few entries of the many that statements have left of one list of the tenant, without changing where any row lies.
 * What lies within another entry's span cannot be told apart from it; the others are put together until they are 5,000 rows.
 * What is added meanwhile stays beside it.
 */
async function settling(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function settle_tallies(of_list text) returns void
      language sql set search_path = pg_catalog, public as $$
        with taken as (
          delete from row_tally where tenant_id = (select current_tenant()) and list = of_list returning at, until, n
        ), entry as (
          select at, max(until) as until, sum(n) as n,
            coalesce(max(max(until)) over (order by at rows between unbounded preceding and 1 preceding) < at, true) as begins
          from taken group by at
        ), span as (
          select min(at) as at, max(until) as until, sum(n) as n
          from (select at, until, n, count(*) filter (where begins) over (order by at) as number from entry) as numbered
          group by number having sum(n) <> 0
        ), filled as (
          select at, until, n, div(sum(n) over (order by at) - n, 5000) as number from span
        )
        insert into row_tally (list, at, until, n)
          select of_list, min(at), max(until), sum(n) from filled group by number
      $$`,
  );
  await run(db, 'revoke all on function settle_tallies(text) from public');
  await run(db, `grant execute on function settle_tallies(text) to ${roles.app}`);
}

/**
 * The last place in a list, newest first, before which no more than `skip` rows lie: `newer` rows were made at `at` or
 * after it. A cut within an entry would part rows that were counted together, so there is none.
 */
async function cuts(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function list_cut(of_list text, skip bigint) returns table (at timestamptz, newer bigint)
      language sql stable set search_path = pg_catalog, public as $$
        select at, newer::bigint
        from (
          select at, sum(n) over (order by at desc) as newer,
            max(until) over (order by at rows between unbounded preceding and 1 preceding) as reaches
          from (
            select at, max(until) as until, sum(n) as n from row_tally
            where tenant_id = (select current_tenant()) and list = of_list group by at
          ) as entry
        ) as cut
        where newer <= skip and (reaches is null or reaches < at)
        order by at limit 1
      $$`,
  );
  await run(db, 'revoke all on function list_cut(text, bigint) from public');
  await run(db, `grant execute on function list_cut(text, bigint) to ${roles.app}`);
}
