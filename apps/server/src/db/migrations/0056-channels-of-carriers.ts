import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * What a carrier sells the operator, whose companies have their shares of it. Shares that name a place together are of one carrier; it is
 * nobody's row, and how many channels it has is known where the operator has said so.
 */
export const channelsOfCarriers: Migration = {
  name: '0056-channels-of-carriers',
  async up(db) {
    await run(
      db,
      `create table operated_carrier (
        id uuid primary key default gen_random_uuid(),
        channels integer check (channels > 0)
      );
      grant select, insert, update on operated_carrier to ${roles.app};
      grant select on operated_carrier to ${roles.lookup};
      alter table carrier_share add column carrier_id uuid references operated_carrier (id);
      create index carrier_share_carrier on carrier_share (carrier_id)`,
    );
    await run(db, functions);
    for (const table of ['carrier_share', 'assigned_carrier'])
      await run(db, `alter table ${table} no force row level security`);
    await run(db, carriersOfBefore);
    for (const table of ['carrier_share', 'assigned_carrier'])
      await run(db, `alter table ${table} force row level security`);
    await run(db, 'drop function find_carrier_shares(text, uuid, integer, integer)');
    await run(db, forTheOperator);
  },
};

const functions = `
-- The carrier of the shares that are at one of these places; null where none is.
create function carrier_at(places text[], besides uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, public as $$
  select s.carrier_id from public.carrier_share as s join public.assigned_carrier as a
    on a.tenant_id = s.tenant_id and a.share_id = s.id, unnest(places) as ours
  where s.id is distinct from besides and s.carrier_id is not null
    and (ours = a.host or coalesce(public.carrier_network(ours) && public.carrier_network(a.host), false))
  order by s.created_at, s.id limit 1
$$;
-- What a carrier has, and what of it companies were given: one that has no limit may want all of it.
create function carrier_use(carrier uuid)
  returns table (channels integer, given bigint, unlimited bigint, companies uuid[], shares bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select c.channels, coalesce(sum(least(coalesce(s.max_calls, c.channels), c.channels)) filter (where s.active), 0),
    count(*) filter (where s.active and s.max_calls is null),
    coalesce(array_agg(distinct s.tenant_id) filter (where s.active), '{}'), count(s.id)
  from public.operated_carrier as c left join public.carrier_share as s on s.carrier_id = c.id
  where c.id = carrier group by c.id
$$;
alter function carrier_at owner to ${roles.lookup};
alter function carrier_use owner to ${roles.lookup};
revoke all on function carrier_at, carrier_use from public;
grant execute on function carrier_at, carrier_use to ${roles.app};
`;

const carriersOfBefore = `do $do$
  declare
    share record;
    carrier uuid;
  begin
    for share in select tenant_id, id from carrier_share order by created_at, id loop
      select s.carrier_id into carrier
      from assigned_carrier as own, assigned_carrier as other join carrier_share as s
        on s.tenant_id = other.tenant_id and s.id = other.share_id
      where own.share_id = share.id and s.carrier_id is not null
        and (own.host = other.host or coalesce(carrier_network(own.host) && carrier_network(other.host), false))
      order by s.created_at, s.id limit 1;
      if carrier is null then insert into operated_carrier default values returning id into carrier; end if;
      update carrier_share set carrier_id = carrier where tenant_id = share.tenant_id and id = share.id;
    end loop;
  end $do$`;

/** As before, with what is known of the carrier. */
const forTheOperator = `
create function find_carrier_shares(words text, own uuid, from_row integer, at_most integer)
  returns table (
    tenant_id uuid, id uuid, version integer, code text, company text, name text, places text[], numbers text[], max_calls integer,
    username text, auth_username text, domain text, has_secret boolean, active boolean, trunks bigint, carrier_id uuid,
    carrier_calls integer, given bigint, unlimited bigint, companies integer, found bigint
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
    s.carrier_id, uses.channels,
    (select coalesce(sum(o.max_calls), 0) from public.carrier_share as o where o.carrier_id = s.carrier_id and o.active),
    uses.unlimited, cardinality(uses.companies),
    count(*) over ()
  from public.carrier_share as s join public.tenant as t on t.id = s.tenant_id
    left join lateral public.carrier_use(s.carrier_id) as uses on true
  where (own is null or s.id = own)
    and position(public.fold(words) in public.fold(t.code || ' ' || t.name || ' ' || s.name)) > 0
  order by not s.active, public.fold(s.name), t.code, s.id
  offset from_row limit at_most
$$;
alter function find_carrier_shares owner to ${roles.lookup};
revoke all on function find_carrier_shares from public;
grant execute on function find_carrier_shares to ${roles.app};
`;
