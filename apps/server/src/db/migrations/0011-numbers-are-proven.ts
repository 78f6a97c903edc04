import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * A number stands once in the installation, however it is spelt and whichever column it stands in. It is unproven until the operator says
 * whose it is; what companies had before counts as proven. A company that tries the product has the carrier of the bots alone.
 */
export const numbersAreProven: Migration = {
  name: '0011-numbers-are-proven',
  async up(db) {
    await run(db, 'alter table service_number add column proven_at timestamptz');
    await run(db, 'alter table service_number no force row level security');
    await run(db, 'update service_number set proven_at = now()');
    await run(db, 'alter table service_number force row level security');
    await run(db, spellings);
    await run(db, trials);
    await run(db, found);
  },
};

/** The same number in national, international and bare digits is one; what is no number is itself. */
const spellings = `
create function number_spelling(written text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(lower(written), '[^0-9a-z_+]', '', 'g'), '^([+]84|0084|84|0)', '')
$$;
create index service_number_spelling on service_number (number_spelling(number)) where number <> '';
create index service_number_form_spelling on service_number (number_spelling(carrier_form)) where carrier_form <> '';

-- Is one of these another row's number, in another spelling or column? The same number is what its key finds. Whose it is nobody is told.
create function is_anothers_number(own uuid, written text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from public.service_number, unnest(written) as ours
    where ours <> '' and (tenant_id, id) is distinct from (public.current_tenant(), own)
      and (number not in ('', ours) and public.number_spelling(number) = public.number_spelling(ours)
        or carrier_form <> '' and public.number_spelling(carrier_form) = public.number_spelling(ours))
  )
$$;
alter function is_anothers_number owner to ${roles.lookup};
grant execute on function number_spelling to ${roles.lookup};
revoke all on function is_anothers_number from public;
grant execute on function is_anothers_number to ${roles.app};

create function check_service_number() returns trigger language plpgsql as $$
declare
  field text;
begin
  -- Another number is another proof.
  if tg_op = 'UPDATE' and new.number <> old.number and new.proven_at is not distinct from old.proven_at then
    new.proven_at := null;
  end if;
  if current_user <> '${roles.app}' then return new; end if;
  if tg_op = 'UPDATE' and (new.number, new.carrier_form) is not distinct from (old.number, old.carrier_form) then
    return new;
  end if;
  field := case
    when is_anothers_number(new.id, array[new.number]) then 'number'
    when is_anothers_number(new.id, array[new.carrier_form]) then 'carrier_form' end;
  if field is not null then
    raise exception 'another number has such a %', field
      using errcode = '23505', table = 'service_number', constraint = format('service_number_%s_key', field);
  end if;
  return new;
end $$;
create function wait_for_numbers() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('service_number'));
  return null;
end $$;
create trigger wait_for_numbers before insert or update of number, carrier_form on service_number
  for each statement execute function wait_for_numbers();
create trigger check_service_number before insert or update on service_number
  for each row execute function check_service_number();
`;

const trials = `
create function check_trial_trunk() returns trigger language plpgsql as $$
begin
  if current_user <> '${roles.app}' or new.host = 'bots.invalid' or is_assigned(carrier_name(new.host)) then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.host = old.host then return new; end if;
  if exists (select from tenant where id = new.tenant_id and trial_until is not null) then
    perform refuse_trunk('host', 'trial');
  end if;
  return new;
end $$;
-- Before the check of places, which would tell a company on trial about carriers of others.
create trigger check_a_trial_trunk before insert or update on trunk
  for each row execute function check_trial_trunk();
`;

/** Numbers of all companies, for the operator. */
const found = `
create function find_numbers(words text, own uuid, from_row integer, at_most integer)
  returns table (
    tenant_id uuid, id uuid, number text, carrier_form text, code text, company text, proven boolean, on_trial boolean,
    created_at timestamptz, found bigint
  ) language sql stable security definer set search_path = pg_catalog, public as $$
  select n.tenant_id, n.id, n.number, n.carrier_form, t.code, t.name, n.proven_at is not null, t.trial_until is not null,
    n.created_at, count(*) over ()
  from public.service_number n join public.tenant t on t.id = n.tenant_id
  where (own is null or n.id = own) and (words = '' or t.code like '%' || lower(words) || '%' or lower(t.name) like '%' || lower(words) || '%'
    or (public.number_spelling(words) ~ '[0-9]' and n.number like '%' || public.number_spelling(words) || '%'))
  order by n.proven_at is not null, n.created_at desc, n.id
  offset from_row limit at_most
$$;
alter function find_numbers owner to ${roles.lookup};
revoke all on function find_numbers from public;
grant execute on function find_numbers to ${roles.app};
`;
