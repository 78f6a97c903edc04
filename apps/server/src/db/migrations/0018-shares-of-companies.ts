import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * The operator says how much of what stays a company may have: rows in its lists, and bytes of recordings and sounds; and how many calls at
 * once. Null is no limit. Companies that sign themselves up begin with little.
 */
export const sharesOfCompanies: Migration = {
  name: '0018-shares-of-companies',
  async up(db) {
    await run(
      db,
      `alter table tenant
        add most_calls integer check (most_calls > 0),
        add most_rows bigint check (most_rows > 0),
        add most_bytes bigint check (most_bytes > 0),
        -- Since when calls are not recorded, because there is no room left.
        add unrecorded_since timestamptz`,
    );
    await run(db, `update tenant set most_rows = 20000, most_bytes = 2147483648 where trial_until is not null`);
    await run(db, withinShare);
  },
};

/** Calls, codes and what follows from them are written whatever there is: what has happened is not refused. */
const withinShare = `
create function own_rows() returns bigint language sql stable set search_path = pg_catalog, public as $$
  select coalesce(sum(n), 0)::bigint from public.row_tally
  where tenant_id = (select public.current_tenant()) and list not in ('call', 'otp_request')
$$;
create function stays_within_share() returns trigger language plpgsql set search_path = pg_catalog, public as $$
declare
  most bigint;
begin
  if current_user <> '${roles.app}' then return null; end if;
  select most_rows into most from public.tenant where id = public.current_tenant();
  if most is not null and public.own_rows() > most then
    raise exception 'The company has all the rows that it may have.'
      using errcode = '23514', constraint = 'rows_share', table = tg_table_name;
  end if;
  return null;
end $$;
do $do$
declare
  list text;
begin
  for list in
    select distinct event_object_table from information_schema.triggers
    where trigger_name = 'tally_insert' and event_object_table not in ('call', 'otp_request')
  loop
    -- After tally_insert: triggers of a statement go by their names.
    execute format('create trigger within_share after insert on %I for each statement execute function stays_within_share()', list);
  end loop;
end $do$;
`;
