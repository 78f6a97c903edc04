import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/** How many companies and calls each node has, counted past the borders of companies: a number and nothing else. */
export const whatNodesCarry: Migration = {
  name: '0097-what-nodes-carry',
  up: (db) =>
    run(
      db,
      `create function count_nodes() returns table (holder text, companies integer, calls integer)
        language sql stable security definer set search_path = pg_catalog, public as $$
        select n.holder,
          (select count(*) from public.tenant_place as p join public.tenant as t on t.id = p.tenant_id and t.active
            where p.holder = n.holder)::integer,
          (select count(*) from public.tenant_lease as l
            join public.call as c on c.tenant_id = l.tenant_id and c.status = 'in_progress'
            where l.holder = n.holder)::integer
        from public.node as n
      $$;
      alter function count_nodes owner to ${roles.lookup};
      revoke all on function count_nodes from public;
      grant execute on function count_nodes to ${roles.app}`,
    ),
};
