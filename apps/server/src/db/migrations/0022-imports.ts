import { roles } from '../roles.ts';
import { foundByKey } from './lib-import.ts';
import { createTenantTable, guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Imports. What a batch did is written in the batch's own transaction, so that a worker that dies doubles nothing, and what was
 * done can be taken back. Which column means what is remembered for each person.
 */
export const imports: Migration = {
  name: '0022-imports',
  async up(db) {
    await createTenantTable(db, 'import_batch', [
      'job_id uuid not null',
      'number integer not null',
      // Ids of the rows that were added; those that were changed, as they were before, with the version that they got.
      "created uuid[] not null default '{}'",
      "changed jsonb not null default '[]'",
      // Rows of the file that could not be taken: number, cells, reason.
      "bad jsonb not null default '[]'",
      'constraint import_batch_number_key unique (tenant_id, job_id, number)',
      references('import_batch', 'job_id', 'job', 'cascade'),
    ]);
    await run(
      db,
      `create table import_mapping (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        account_id uuid not null,
        subject text not null,
        -- Heading by field: files with other columns are read by what stands above them.
        headings jsonb not null,
        primary key (tenant_id, account_id, subject),
        ${references('import_mapping', 'account_id', 'account', 'cascade')}
      )`,
    );
    await guardByTenant(db, 'import_mapping');
    await run(db, `grant select, insert, update, delete on import_mapping to ${roles.app}`);
    await run(
      db,
      `create function ids_by_key(of_table text, field text, keys text[]) returns table (place bigint, id uuid)
        language plpgsql stable security definer set search_path = pg_catalog, public as $$
        declare
          key text := case when field = 'name' then 'public.name_key(%s)' else 'lower(normalize(%s) collate "und-x-icu")' end;
          own text := format('found.%I', field);
        begin
          return query execute format(
            'select given.place, found.id from unnest($1) with ordinality as given (key, place)
              join public.%I as found on found.tenant_id = public.current_tenant() and %s <> $2 and %s = %s',
            of_table, own, format(key, own), format(key, 'given.key')) using keys, '';
        end $$`,
    );
    await run(db, 'revoke all on function ids_by_key(text, text, text[]) from public');
    await run(db, `grant execute on function ids_by_key(text, text, text[]) to ${roles.app}`);
    await run(db, `alter function ids_by_key(text, text, text[]) owner to ${roles.lookup}`);
    await run(db, `grant execute on function name_key(text) to ${roles.lookup}`);
    for (const table of ['branch', 'department', 'team', 'data_source', 'project']) await foundByKey(db, table);
  },
};
