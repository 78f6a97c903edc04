import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** What is brought for a job, and what one makes, is of a company's share of bytes as long as it is kept. */
export const filesOfJobsAreCounted: Migration = {
  name: '0090-files-of-jobs-are-counted',
  async up(db) {
    await run(db, 'alter table job add column upload_bytes bigint not null default 0');
    await run(
      db,
      `create or replace function pressing_companies(words text, since timestamptz, from_row integer, at_most integer)
        returns table (tenant_id uuid, refused bigint, found bigint)
        language sql stable security definer set search_path = pg_catalog, public as $$
        select t.id, coalesce(r.n, 0), count(*) over ()
        from public.tenant t
          left join (
            select a.tenant_id, count(*) as n from public.audit a
            where a.action = 'refused' and a.at > since and a.after ->> 'code' = 'over_share' group by 1
          ) r on r.tenant_id = t.id
          left join (
            select tally.tenant_id, sum(tally.n) as n from public.row_tally tally
            where tally.list not in ('call', 'otp_request') group by 1
          ) kept_rows on kept_rows.tenant_id = t.id
          left join (
            select kept.tenant_id, sum(kept.bytes) as n from (
              select s.tenant_id, s.bytes from public.recording_sum s
              union all select a.tenant_id, a.bytes from public.audio a
              union all select j.tenant_id, j.upload_bytes + coalesce(j.file_bytes, 0) from public.job j
            ) kept group by 1
          ) kept_bytes on kept_bytes.tenant_id = t.id
        where t.active and (words = '' or position(public.fold(words) in public.fold(t.code || ' ' || t.name)) > 0)
        order by r.n is not null desc,
          greatest(kept_rows.n / t.most_rows, kept_bytes.n / t.most_bytes) desc nulls last, t.code
        offset from_row limit at_most
      $$`,
    );
  },
};
