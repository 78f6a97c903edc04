import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * An edge in front of several nodes asks which of them has a company now, by its domain or by a number of it. Whoever may ask is a sign-in of
 * the operator's, which may do nothing else: `grant execute on function node_of_domain, node_of_number to …`.
 */
export const whereCompaniesAre: Migration = {
  name: '0096-where-companies-are',
  async up(db) {
    await run(db, `create policy lookup on tenant_lease for select to ${roles.lookup} using (true)`);
    await run(db, `grant select on tenant_lease, server_process, node to ${roles.lookup}`);
    await run(db, functions);
  },
};

const functions = `
-- Where the edge reaches the node that has a company; empty while none has it.
create function node_of_company(company uuid) returns text
  language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((
    select n.sip from public.tenant_lease as l
      join public.server_process as p on p.holder = l.holder and p.epoch = l.epoch and p.expires_at > clock_timestamp()
      join public.node as n on n.holder = l.holder
    where l.tenant_id = company
  ), '')
$$;
-- No row where no company has the domain.
create function node_of_domain(domain text) returns setof text
  language sql stable security definer set search_path = pg_catalog, public as $$
  select public.node_of_company(id) from public.tenant where active and sip_domain = lower(domain)
$$;
-- A number as a carrier writes it: in any spelling, in the carrier's own form, or behind what a carrier puts before numbers.
create function node_of_number(called text) returns setof text
  language sql stable security definer set search_path = pg_catalog, public as $$
  with written as (
    select called as number
    union
    select substr(ltrim(called, '+'), length(number_prefix) + 1) from public.trunk
      where number_prefix <> '' and starts_with(ltrim(called, '+'), number_prefix)
  ), found as (
    select s.tenant_id from written as w join public.service_number as s
      on s.number <> '' and public.number_spelling(s.number) = public.number_spelling(w.number)
    union
    select s.tenant_id from written as w join public.service_number as s
      on s.carrier_form <> '' and public.number_spelling(s.carrier_form) = public.number_spelling(w.number)
  )
  select public.node_of_company(t.id) from found join public.tenant as t on t.id = found.tenant_id where t.active limit 1
$$;
alter function node_of_company owner to ${roles.lookup};
alter function node_of_domain owner to ${roles.lookup};
alter function node_of_number owner to ${roles.lookup};
revoke all on function node_of_company, node_of_domain, node_of_number from public;
`;
