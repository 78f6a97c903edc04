import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * What the operator sells of a carrier: the company's numbers there, its channels, and the account of its calls. Whoever names one of its
 * places is bound by that, and nobody else names them. Places without it are assigned as before.
 */
export const sharesOfCarriers: Migration = {
  name: '0041-shares-of-carriers',
  async up(db) {
    await createTenantTable(db, 'carrier_share', [
      "name text not null check (name <> '')",
      // Numbers in canonical form, and ranges of them: `+842473001000-+842473001099`. Empty is any.
      "numbers text[] not null default '{}'",
      'max_calls integer check (max_calls > 0)',
      // By which the carrier knows this company's calls; empty is as the trunk has it.
      "username text not null default ''",
      "auth_username text not null default ''",
      'secret text',
      "domain text not null default ''",
      // One that has ended keeps its places: no call goes there, and nobody takes them.
      'active boolean not null default true',
    ]);
    await run(db, 'alter table assigned_carrier add column share_id uuid');
    await run(
      db,
      `alter table assigned_carrier add ${references('assigned_carrier', 'share_id', 'carrier_share', 'cascade')}`,
    );
    await run(db, 'create index assigned_carrier_share on assigned_carrier (tenant_id, share_id)');
    for (const read of ['assigned_carrier', 'carrier_share']) {
      await run(db, `create policy lookup on ${read} for select to ${roles.lookup} using (true)`);
      await run(db, `grant select on ${read} to ${roles.lookup}`);
    }
    await run(db, places);
    await run(db, numbers);
    await run(db, forTheOperator);
  },
};

const places = `
-- The share of the company that asks which this place belongs to: of the very place before a network around it.
create function share_at(place text) returns uuid language sql stable strict as $$
  select share_id from assigned_carrier
  where share_id is not null and (host = place or coalesce(carrier_network(place) <<= carrier_network(host), false))
  order by host = place desc, host limit 1
$$;
-- The same of a trunk. One that was mixed before its carrier was shared is bound by what is there.
create function share_of(host text, backups text[], addresses text[]) returns uuid language sql stable strict as $$
  select share_at(place)
  from unnest(array[carrier_name(host)] || array(select carrier_name(name) from unnest(backups) as name) || addresses)
    with ordinality as named (place, nth)
  where share_at(place) is not null order by nth limit 1
$$;

create or replace function is_assigned(place text) returns boolean language sql stable strict as $$
  select exists (
    select from assigned_carrier as a
    where (host = place or coalesce(carrier_network(place) <<= carrier_network(host), false))
      and (share_id is null or exists (select from carrier_share as s where s.id = a.share_id and s.active))
  )
$$;

-- A shared carrier is the operator's, also to a company whose share has ended.
create or replace function is_anothers_carrier(places text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from public.trunk, unnest(
      array[public.carrier_name(host)] || array(select public.carrier_name(name) from unnest(backups) as name) || addresses
    ) as theirs, unnest(places) as ours
    where tenant_id <> public.current_tenant() and host <> 'bots.invalid'
      and (ours = theirs or coalesce(public.carrier_network(ours) && public.carrier_network(theirs), false))
  ) or exists (
    select from public.assigned_carrier, unnest(places) as ours
    where share_id is not null
      and (ours = host or coalesce(public.carrier_network(ours) && public.carrier_network(host), false))
  )
$$;

create function check_trunk_share() returns trigger language plpgsql as $$
declare
  share uuid;
begin
  if current_user <> '${roles.app}' or new.host = 'bots.invalid' then return new; end if;
  if tg_op = 'UPDATE' and (new.host, new.backups, new.addresses)
    is not distinct from (old.host, old.backups, old.addresses) then return new; end if;
  share := share_of(new.host, new.backups, new.addresses);
  if share is null then return new; end if;
  if share_at(carrier_name(new.host)) is distinct from share then perform refuse_trunk('host', 'mixed'); end if;
  if exists (select from unnest(new.backups) as name where share_at(carrier_name(name)) is distinct from share) then
    perform refuse_trunk('backups', 'mixed');
  end if;
  if exists (select from unnest(new.addresses) as place where share_at(place) is distinct from share) then
    perform refuse_trunk('addresses', 'mixed');
  end if;
  return new;
end $$;
create trigger check_trunk_share before insert or update on trunk
  for each row execute function check_trunk_share();
`;

const numbers = `
create function number_range(written text, out first text, out last text) language sql immutable strict parallel safe as $$
  select number_spelling(split_part(written, '-', 1)),
    number_spelling(coalesce(nullif(split_part(written, '-', 2), ''), split_part(written, '-', 1)))
$$;
create function is_in_ranges(written text, ranges text[]) returns boolean language sql immutable strict parallel safe as $$
  select exists (
    select from unnest(ranges) as one, number_range(one) as its, number_spelling(written) as wanted
    where length(wanted) = length(its.first) and wanted collate "C" between its.first and its.last
  )
$$;

-- May a number of the company that asks be carried by this trunk of its?
create function is_carried(trunk uuid, number text) returns boolean language sql stable as $$
  select coalesce((
    select s.active and (s.numbers = '{}' or is_in_ranges(number, s.numbers))
    from trunk as t join carrier_share as s on s.id = share_of(t.host, t.backups, t.addresses)
    where t.id = trunk
  ), true)
$$;
create function is_given_number(number text) returns boolean language sql stable strict as $$
  select exists (select from carrier_share where active and is_in_ranges(number, numbers))
$$;
-- Has the operator given one of these to another company?
create function is_given_to_another(written text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from public.carrier_share, unnest(written) as ours
    where tenant_id is distinct from public.current_tenant() and active and ours <> '' and public.is_in_ranges(ours, numbers)
  )
$$;
alter function is_given_to_another owner to ${roles.lookup};
grant execute on function number_range, is_in_ranges to ${roles.lookup};
revoke all on function is_given_to_another from public;
grant execute on function is_given_to_another to ${roles.app};

create or replace function check_service_number() returns trigger language plpgsql as $$
declare
  field text;
begin
  -- Another number is another proof.
  if tg_op = 'UPDATE' and new.number <> old.number and new.proven_at is not distinct from old.proven_at then
    new.proven_at := null;
  end if;
  if current_user <> '${roles.app}' then return new; end if;
  if tg_op = 'UPDATE' and (new.number, new.carrier_form, new.trunk_id)
    is not distinct from (old.number, old.carrier_form, old.trunk_id) then
    return new;
  end if;
  field := case
    when is_anothers_number(new.id, array[new.number]) or is_given_to_another(array[new.number]) then 'number'
    when is_anothers_number(new.id, array[new.carrier_form]) or is_given_to_another(array[new.carrier_form])
      then 'carrier_form' end;
  if field is not null then
    raise exception 'another number has such a %', field
      using errcode = '23505', table = 'service_number', constraint = format('service_number_%s_key', field);
  end if;
  if new.number <> '' and not is_carried(new.trunk_id, new.number) then
    raise exception 'the operator has not given this number'
      using errcode = '23514', table = 'service_number', constraint = 'service_number_number_given';
  end if;
  -- What the operator gave needs no other proof.
  if new.proven_at is null and is_given_number(new.number) then
    new.proven_at := now();
    new.proven_by := 'operator';
  end if;
  return new;
end $$;
`;

const forTheOperator = `
create function find_carrier_shares(words text, own uuid, from_row integer, at_most integer)
  returns table (
    tenant_id uuid, id uuid, version integer, code text, company text, name text, places text[], numbers text[], max_calls integer,
    username text, auth_username text, domain text, has_secret boolean, active boolean, trunks bigint, found bigint
  ) language sql stable security definer set search_path = pg_catalog, public as $$
  select s.tenant_id, s.id, s.version, t.code, t.name, s.name,
    array(
      select a.host from public.assigned_carrier as a where a.tenant_id = s.tenant_id and a.share_id = s.id order by a.host
    ),
    s.numbers, s.max_calls, s.username, s.auth_username, s.domain, s.secret is not null, s.active,
    (select count(*) from public.trunk as its where its.tenant_id = s.tenant_id and exists (
      select from public.assigned_carrier as a, unnest(
        array[public.carrier_name(its.host)] || array(select public.carrier_name(one) from unnest(its.backups) as one)
          || its.addresses
      ) as place
      where a.tenant_id = s.tenant_id and a.share_id = s.id
        and (a.host = place or coalesce(public.carrier_network(place) <<= public.carrier_network(a.host), false))
    )),
    count(*) over ()
  from public.carrier_share as s join public.tenant as t on t.id = s.tenant_id
  where (own is null or s.id = own)
    and position(public.fold(words) in public.fold(t.code || ' ' || t.name || ' ' || s.name)) > 0
  order by not s.active, public.fold(s.name), t.code, s.id
  offset from_row limit at_most
$$;
-- Numbers that another company has, or was given, of those that are to be this one's.
create function holders_of_ranges(ranges text[], company uuid)
  returns table (number text, code text) language sql stable security definer set search_path = pg_catalog, public as $$
  select n.number, t.code from public.service_number as n join public.tenant as t on t.id = n.tenant_id
  where n.tenant_id <> company and n.number <> '' and public.is_in_ranges(n.number, ranges)
  union all
  select theirs, t.code
  from public.carrier_share as s join public.tenant as t on t.id = s.tenant_id, unnest(s.numbers) as theirs, unnest(ranges) as ours,
    public.number_range(theirs) as its, public.number_range(ours) as own
  where s.tenant_id <> company and s.active and length(its.first) = length(own.first)
    and its.first collate "C" <= own.last and own.first collate "C" <= its.last
  limit 5
$$;
alter function find_carrier_shares owner to ${roles.lookup};
alter function holders_of_ranges owner to ${roles.lookup};
revoke all on function find_carrier_shares, holders_of_ranges from public;
grant execute on function find_carrier_shares, holders_of_ranges to ${roles.app};
`;
