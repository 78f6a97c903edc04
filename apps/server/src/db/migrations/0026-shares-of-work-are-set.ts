import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * The operator says how much a company may have at once: requests, jobs, webhooks. Null leaves it to its turns. Which companies press most is
 * one statement, however many there are.
 */
export const sharesOfWorkAreSet: Migration = {
  name: '0026-shares-of-work-are-set',
  async up(db) {
    await run(
      db,
      `alter table tenant
        add most_requests integer check (most_requests > 0),
        add most_jobs integer check (most_jobs > 0),
        add most_deliveries integer check (most_deliveries > 0)`,
    );
    await run(db, limits);
    await run(db, pressing);
  },
};

/** Read by the queue, which is of no company. */
const limits = `
create view work_share as select id, most_jobs, most_deliveries from tenant;
alter view work_share owner to ${roles.lookup};
`;

/** Of who was refused in a day, and who uses most of what it may keep, first; who has no limit stands by its code. */
const pressing = `
create index audit_refused on audit (at) where action = 'refused';
do $do$
declare
  read text;
begin
  foreach read in array array['audio', 'audit', 'recording_sum', 'row_tally'] loop
    execute format('create policy lookup on %I for select to ${roles.lookup} using (true)', read);
    execute format('grant select on %I to ${roles.lookup}', read);
  end loop;
end $do$;
create function pressing_companies(words text, since timestamptz, from_row integer, at_most integer)
  returns table (tenant_id uuid, refused bigint, found bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select t.id, coalesce(r.n, 0), count(*) over ()
  from public.tenant t
    left join (
      select a.tenant_id, count(*) as n from public.audit a
      where a.action = 'refused' and a.at > since and a.after ->> 'code' = 'over_share' group by 1
    ) r on r.tenant_id = t.id
    left join lateral (
      select sum(n) as n from public.row_tally
      where row_tally.tenant_id = t.id and list not in ('call', 'otp_request') and t.most_rows is not null
    ) kept_rows on true
    left join lateral (
      select (select coalesce(sum(bytes), 0) from public.recording_sum where recording_sum.tenant_id = t.id)
        + (select coalesce(sum(bytes), 0) from public.audio where audio.tenant_id = t.id) as n
      where t.most_bytes is not null
    ) kept_bytes on true
  where t.active and position(public.fold(words) in public.fold(t.code || ' ' || t.name)) > 0
  order by r.n is not null desc,
    greatest(kept_rows.n / t.most_rows, kept_bytes.n / t.most_bytes) desc nulls last, t.code
  offset from_row limit at_most
$$;
alter function pressing_companies owner to ${roles.lookup};
revoke all on function pressing_companies from public;
grant execute on function pressing_companies to ${roles.app};
`;
