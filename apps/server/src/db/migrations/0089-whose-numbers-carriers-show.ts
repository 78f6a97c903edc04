import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/** A call that is sent on shows its customer's number by a carrier of the operator's where the operator lets this company show such. */
export const whoseNumbersCarriersShow: Migration = {
  name: '0089-whose-numbers-carriers-show',
  async up(db) {
    await run(db, 'alter table carrier_share add column passes_callers boolean not null default false');
    await run(db, 'alter table assigned_carrier add column passes_callers boolean not null default false');
    await run(db, mayPass);
    await run(db, 'drop function find_carrier_shares(text, uuid, integer, integer)');
    await run(db, forTheOperator);
  },
};

const mayPass = `
-- Of a trunk of the company that asks: none of its places is the operator's without a yes.
create function may_pass_callers(host text, backups text[], addresses text[]) returns boolean language sql stable as $$
  select not exists (
    select from assigned_carrier as a left join carrier_share as s on s.id = a.share_id, unnest(
      -- A column would come before a parameter of its name.
      array[carrier_name(may_pass_callers.host)]
        || array(select carrier_name(name) from unnest(may_pass_callers.backups) as name) || may_pass_callers.addresses
    ) as place
    where (a.host = place or coalesce(carrier_network(a.host) && carrier_network(place), false))
      and not coalesce(s.passes_callers, a.passes_callers)
  )
$$;
`;

/** As before, with that yes. */
const forTheOperator = `
create function find_carrier_shares(words text, own uuid, from_row integer, at_most integer)
  returns table (
    tenant_id uuid, id uuid, version integer, code text, company text, name text, places text[], numbers text[], max_calls integer,
    username text, auth_username text, domain text, has_secret boolean, passes_callers boolean, active boolean, trunks bigint, carrier_id uuid,
    carrier_calls integer, given bigint, unlimited bigint, companies integer, found bigint
  ) language sql stable security definer set search_path = pg_catalog, public as $$
  select s.tenant_id, s.id, s.version, t.code, t.name, s.name,
    array(
      select a.host from public.assigned_carrier as a where a.tenant_id = s.tenant_id and a.share_id = s.id order by a.host
    ),
    s.numbers, s.max_calls, s.username, s.auth_username, s.domain, s.secret is not null, s.passes_callers, s.active,
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
