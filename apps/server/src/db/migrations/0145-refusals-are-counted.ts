import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * What is refused is counted: a row a day for each kind, call and person, or nobody. It is of the installation and not of a company, for most
 * who try have none; nobody who serves reads or writes it but through two functions.
 */
export const refusalsAreCounted: Migration = {
  name: '0145-refusals-are-counted',
  async up(db) {
    await run(
      db,
      `create table refusal (
        id uuid primary key default gen_random_uuid(),
        day date not null default current_date,
        of_tenant uuid references tenant (id) on delete cascade,
        who uuid,
        kind text not null,
        asked text not null,
        network text not null,
        tries bigint not null,
        first_at timestamptz not null default now(),
        last_at timestamptz not null default now(),
        constraint refusal_once unique nulls not distinct (day, of_tenant, who, kind, asked)
      );
      create index refusal_newest on refusal (last_at desc, id);
      create index refusal_of_tenant on refusal (of_tenant);
      grant select, insert, update, delete on refusal to ${roles.lookup}`,
    );
    await run(db, counted);
    await run(db, found);
  },
};

/** Nobody fills the disk: what comes beyond so many rows a day, of a company or of all whom nobody knows, is counted together. */
const counted = `
create function count_refusals(counts jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  one record;
begin
  -- Of two processes that count the same the second waits.
  perform pg_advisory_xact_lock(hashtext('count_refusals'));
  for one in
    select * from jsonb_to_recordset(counts) as x (of_tenant uuid, who uuid, kind text, asked text, network text, tries bigint)
  loop
    -- A company may be gone by now.
    continue when one.of_tenant is not null and not exists (select from public.tenant where id = one.of_tenant);
    if (select count(*) from public.refusal where day = current_date and of_tenant is not distinct from one.of_tenant) >= 200
      and not exists (
        select from public.refusal where day = current_date and of_tenant is not distinct from one.of_tenant
          and who is not distinct from one.who and kind = one.kind and asked = one.asked
      )
    then
      one.who := null;
      one.asked := '';
    end if;
    insert into public.refusal (of_tenant, who, kind, asked, network, tries)
      values (one.of_tenant, one.who, one.kind, one.asked, one.network, one.tries)
      on conflict on constraint refusal_once
        do update set tries = refusal.tries + excluded.tries, network = excluded.network, last_at = now();
  end loop;
  delete from public.refusal where day < current_date - 90;
end $$;
alter function count_refusals owner to ${roles.lookup};
revoke all on function count_refusals from public;
grant execute on function count_refusals to ${roles.app};
`;

const found = `
-- A column would come before a parameter of its name.
create function find_refusals(words text, only_kind text, since timestamptz, before timestamptz, from_row integer, at_most integer)
  returns table (
    id uuid, kind text, code text, company text, who uuid, asked text, network text, tries bigint, first_at timestamptz,
    last_at timestamptz, found bigint
  ) language sql stable security definer set search_path = pg_catalog, public as $$
  select r.id, r.kind, t.code, t.name, r.who, r.asked, r.network, r.tries, r.first_at, r.last_at, count(*) over ()
  from public.refusal r left join public.tenant t on t.id = r.of_tenant
  where case when only_kind = '' then r.kind <> 'slip' else r.kind = only_kind end
    and (find_refusals.words = '' or position(public.fold(find_refusals.words) in public.fold(t.code || ' ' || t.name)) > 0)
    and (since is null or r.last_at >= since) and (before is null or r.first_at < before)
  order by r.last_at desc, r.id
  offset from_row limit at_most
$$;
alter function find_refusals owner to ${roles.lookup};
revoke all on function find_refusals from public;
grant execute on function find_refusals to ${roles.app};
`;
