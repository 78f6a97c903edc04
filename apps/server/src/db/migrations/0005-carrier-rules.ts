import { roles } from '../roles.ts';

/** What a trunk of a company may name, as the database sees to it on every way that a row can be written. */
export const carrierRules = `
-- A server without its brackets and its port: \`host\`, \`host:port\`, \`[v6]:port\`.
create function carrier_name(server text) returns text language sql immutable strict parallel safe as $$
  select case
    when server like '[%' then substring(server from '^\\[([^\\]]*)\\]')
    when server like '%:%:%' then server
    else split_part(server, ':', 1) end
$$;

create function carrier_port(server text) returns integer language sql immutable strict parallel safe as $$
  select substring(regexp_replace(server, '^\\[[^\\]]*\\]', '') from '^[^:]*:([0-9]{1,5})$')::integer
$$;

-- Null for a name.
create function carrier_network(place text) returns inet language plpgsql immutable strict parallel safe as $$
begin
  return place::inet;
exception when invalid_text_representation then
  return null;
end $$;

create function is_too_wide(network inet) returns boolean language sql immutable strict parallel safe as $$
  select masklen(network) < case family(network) when 4 then 24 else 48 end
$$;

-- The same networks as isOfTheInternet of @alo/net.
create function is_of_the_internet(network inet) returns boolean language sql immutable strict parallel safe as $$
  select not exists (
    select from unnest(array[
      '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
      '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
      '224.0.0.0/4', '240.0.0.0/4', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'
    ]::inet[]) as inside where network && inside
  ) and (family(network) = 4 or network <<= inet '2000::/3')
$$;

-- Has the operator given this place to the company that asks? Its own rows alone are seen here.
create function is_assigned(place text) returns boolean language sql stable strict as $$
  select exists (
    select from assigned_carrier
    where host = place or coalesce(carrier_network(place) <<= carrier_network(host), false)
  )
$$;

-- Is one of these places a carrier's of another company? Which company's is nobody's business.
create function is_anothers_carrier(places text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from public.trunk, unnest(
      array[public.carrier_name(host)] || array(select public.carrier_name(name) from unnest(backups) as name) || addresses
    ) as theirs, unnest(places) as ours
    where tenant_id <> public.current_tenant() and host <> 'bots.invalid'
      and (ours = theirs or coalesce(public.carrier_network(ours) && public.carrier_network(theirs), false))
  )
$$;
alter function is_anothers_carrier owner to ${roles.lookup};
grant execute on function carrier_name, carrier_network to ${roles.lookup};
revoke all on function is_anothers_carrier from public;
grant execute on function is_anothers_carrier to ${roles.app};

create function refuse_trunk(field text, why text) returns void language plpgsql as $$
begin
  raise exception 'a trunk with such % is refused', field
    using errcode = case why when 'key' then '23505' else '23514' end, table = 'trunk',
      constraint = format('trunk_%s_%s', field, why);
end $$;

-- Of those who serve companies; the operator's own hand on the database writes as it likes.
create function check_trunk_place() returns trigger language plpgsql as $$
declare
  server record; place text; network inet; own text[] := '{}';
begin
  if current_user <> '${roles.app}' then return new; end if;
  if tg_op = 'UPDATE' and (new.host, new.port, new.backups, new.addresses)
    is not distinct from (old.host, old.port, old.backups, old.addresses) then return new; end if;
  if new.host = 'bots.invalid' then
    if new.backups <> '{}' then perform refuse_trunk('backups', 'bots'); end if;
    if not new.addresses <@ array['127.0.0.1', '::1'] then perform refuse_trunk('addresses', 'bots'); end if;
    return new;
  end if;
  for server in
    select 'host' as field, carrier_name(new.host) as name, new.port
    union all select 'backups', carrier_name(backup), carrier_port(backup) from unnest(new.backups) as backup
  loop
    continue when is_assigned(server.name);
    network := carrier_network(server.name);
    -- A name without letters at its end is an address in another spelling.
    if not coalesce(is_of_the_internet(network), server.name ~ '[.][^.]*[a-z][^.]*$') then
      perform refuse_trunk(server.field, 'inside');
    end if;
    if server.port < 1024 then
      perform refuse_trunk(case server.field when 'host' then 'port' else server.field end, 'low');
    end if;
    own := own || server.name;
  end loop;
  if is_anothers_carrier(own) then perform refuse_trunk('host', 'key'); end if;
  own := '{}';
  foreach place in array new.addresses loop
    continue when is_assigned(place);
    network := carrier_network(place);
    if network is null then perform refuse_trunk('addresses', 'check'); end if;
    if is_too_wide(network) then perform refuse_trunk('addresses', 'wide'); end if;
    if not is_of_the_internet(network) then perform refuse_trunk('addresses', 'inside'); end if;
    own := own || place;
  end loop;
  if is_anothers_carrier(own) then perform refuse_trunk('addresses', 'key'); end if;
  return new;
end $$;
-- Two companies that name the same carrier at the same moment wait for each other here.
create function wait_for_trunks() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('trunk'));
  return null;
end $$;
create trigger wait_for_trunks before insert or update of host, backups, addresses on trunk
  for each statement execute function wait_for_trunks();
create trigger check_trunk_place before insert or update on trunk
  for each row execute function check_trunk_place();
`;
