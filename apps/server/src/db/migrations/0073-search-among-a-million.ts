import { roles } from '../roles.ts';
import { finder, searchable } from './lib-search.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Customers by words and by a part of a number, and calls by a part of a number, among a million: see `searchable` for how a
 * function looks where row-level security would read every row.
 */
export const searchAmongAMillion: Migration = {
  name: '0073-search-among-a-million',
  async up(db) {
    for (const table of ['branch', 'data_source']) await finder(db, table);
    await searchable(db, 'customer', ['name', 'code', 'email', 'address']);

    await run(db, `create index customer_phone_part on customer_phone using gin (tenant_id, e164 gin_trgm_ops)`);
    await run(db, `create policy lookup on customer_phone for select to ${roles.lookup} using (true)`);
    await run(db, `grant select on customer_phone to ${roles.lookup}`);
    await lookup(db, 'find_customer_phone(part text, at_most integer)', {
      returns: 'setof uuid',
      statement: `format('select distinct customer_id from public.customer_phone
        where tenant_id = %L and e164 like %L limit %s', public.current_tenant(), '%' || part || '%', at_most)`,
    });

    await run(db, 'drop function calls_by_number_part(text, timestamptz, timestamptz, integer)');
    await run(db, 'drop index call_outside_part');
    await run(db, 'create index call_outside_part on call using gin (tenant_id, outside_number gin_trgm_ops)');
    await lookup(db, 'find_call(part text, from_at timestamptz, to_at timestamptz, at_most integer)', {
      returns: 'table (id uuid, started_at timestamptz)',
      statement: `format('select id, started_at from public.call where tenant_id = %L and outside_number like %L
          and started_at >= %L and started_at < %L limit %s', public.current_tenant(), '%' || part || '%',
        coalesce(from_at, '-infinity'), coalesce(to_at, 'infinity'), at_most)`,
    });

    // The filters of the history, each in the order of its list.
    await run(db, 'create index call_status on call (tenant_id, status, started_at desc, id)');
    await run(db, 'create index call_from on call (tenant_id, from_extension, started_at desc, id)');
    await run(db, 'create index call_to on call (tenant_id, to_extension, started_at desc, id)');
  },
};

async function lookup(
  db: Parameters<Migration['up']>[0],
  signature: string,
  { returns, statement }: { returns: string; statement: string },
): Promise<void> {
  await run(
    db,
    `create function ${signature} returns ${returns} language plpgsql stable rows 100
      security definer set search_path = pg_catalog, public as $$
      begin
        return query execute ${statement};
      end $$`,
  );
  const name = signature.slice(0, signature.indexOf('('));
  await run(db, `revoke all on function ${name} from public`);
  await run(db, `grant execute on function ${name} to ${roles.app}`);
  await run(db, `alter function ${name} owner to ${roles.lookup}`);
}
