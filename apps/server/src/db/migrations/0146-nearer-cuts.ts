import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Pages far behind, in half the time: the walk from a cut passes over 2,000 rows at the most and not 5,000, and `list_cut` is
 * planned once a session; a function in SQL that has settings of its own is planned at each call. The rest is as in 0072.
 */
export const nearerCuts: Migration = {
  name: '0146-nearer-cuts',
  async up(db) {
    await run(
      db,
      `create or replace function settle_tallies(of_list text) returns void
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
            select at, until, n, div(sum(n) over (order by at) - n, 2000) as number from span
          )
          insert into row_tally (list, at, until, n)
            select of_list, min(at), max(until), sum(n) from filled group by number
        $$`,
    );
    await run(
      db,
      `create or replace function list_cut(of_list text, skip bigint) returns table (at timestamptz, newer bigint)
        language plpgsql stable rows 1 set search_path = pg_catalog, public as $$
          begin
            return query select cut.at, cut.newer::bigint
              from (
                select entry.at, sum(entry.n) over (order by entry.at desc) as newer,
                  max(entry.until) over (order by entry.at rows between unbounded preceding and 1 preceding) as reaches
                from (
                  select tally.at, max(tally.until) as until, sum(tally.n) as n from row_tally as tally
                  where tally.tenant_id = (select current_tenant()) and tally.list = of_list group by tally.at
                ) as entry
              ) as cut
              where cut.newer <= skip and (cut.reaches is null or cut.reaches < cut.at)
              order by cut.at limit 1;
          end $$`,
    );
  },
};
