import { roles } from '../roles.ts';
import { foundByKey } from './lib-import.ts';
import { listed } from './lib-listed.ts';
import { uniqueName } from './lib-names.ts';
import { finder } from './lib-search.ts';
import { createTenantTable, guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * Fields of a company's own for its customers. What a customer has in them is in the row itself, by the field's id; `customer_own`
 * follows from it, a row a value, so that lists are narrowed down by them. What is written into them is found by a search.
 */
export const customerFields: Migration = {
  name: '0190-customer-fields',
  async up(db) {
    await createTenantTable(db, 'customer_field', [
      'name text not null',
      "kind text not null default 'text' check (kind in ('text', 'number', 'day', 'one', 'several'))",
      "choices text[] not null default '{}'",
      'position integer not null default 0 check (position between 0 and 9999)',
      'in_list boolean not null default false',
      'on_popup boolean not null default false',
      "note text not null default ''",
    ]);
    await uniqueName(db, 'customer_field');
    await foundByKey(db, 'customer_field');
    await listed(db, 'customer_field');
    await run(db, 'create index customer_field_changed on customer_field (tenant_id, updated_at, id)');
    await run(db, "alter table customer add column own jsonb not null default '{}'");
    await valuesByField(db);
    await kindStays(db);
    await searched(db);
  },
};

async function valuesByField(db: MigrationDb): Promise<void> {
  // Plain columns of types whose comparisons are leak-proof: row-level security lets the indexes be used.
  await run(
    db,
    `create table customer_own (
      tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
      customer_id uuid not null,
      field_id uuid not null,
      value text collate "C" not null,
      number double precision,
      constraint customer_own_pkey primary key (tenant_id, field_id, value, customer_id),
      constraint customer_own_customer_id_fkey foreign key (tenant_id, customer_id)
        references customer (tenant_id, id) on delete cascade
    )`,
  );
  await guardByTenant(db, 'customer_own');
  await run(db, `grant select, insert, delete on customer_own to ${roles.app}`);
  await run(db, 'create index customer_own_of on customer_own (tenant_id, customer_id)');
  await run(
    db,
    'create index customer_own_number on customer_own (tenant_id, field_id, number) where number is not null',
  );
  await run(
    db,
    `create function own_values(own jsonb) returns table (field_id uuid, value text, number double precision)
      language sql immutable set search_path = pg_catalog as $$
        select distinct its.key::uuid, left(piece #>> '{}', 200),
          case jsonb_typeof(piece) when 'number' then (piece #>> '{}')::double precision end
        from jsonb_each(own) as its cross join lateral jsonb_array_elements(
          case jsonb_typeof(its.value) when 'array' then its.value else jsonb_build_array(its.value) end) as piece
      $$`,
  );
  await run(
    db,
    `create function follow_own() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        if tg_op = 'UPDATE' then
          delete from customer_own using before, after
            where before.id = after.id and before.own <> after.own
              and customer_own.tenant_id = before.tenant_id and customer_own.customer_id = before.id;
          insert into customer_own (tenant_id, customer_id, field_id, value, number)
            select after.tenant_id, after.id, its.* from before join after on before.id = after.id and before.own <> after.own
              cross join lateral own_values(after.own) as its;
        else
          insert into customer_own (tenant_id, customer_id, field_id, value, number)
            select after.tenant_id, after.id, its.* from after cross join lateral own_values(after.own) as its
              where after.own <> '{}';
        end if;
        return null;
      end $$`,
  );
  await run(
    db,
    `create trigger own_inserted after insert on customer referencing new table as after
      for each statement execute function follow_own()`,
  );
  await run(
    db,
    `create trigger own_updated after update on customer referencing old table as before new table as after
      for each statement execute function follow_own()`,
  );
}

/** What customers have in a field was written for its kind. */
async function kindStays(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function keep_field_kind() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        if exists (select from customer_own where tenant_id = new.tenant_id and field_id = new.id) then
          raise check_violation using message = 'the field has values', table = tg_table_name, schema = tg_table_schema,
            constraint = 'customer_field_kind_stays';
        end if;
        return new;
      end $$`,
  );
  await run(
    db,
    `create trigger keep_kind before update of kind on customer_field for each row
      when (old.kind <> new.kind) execute function keep_field_kind()`,
  );
}

async function searched(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function own_text(own jsonb) returns text language sql immutable parallel safe set search_path = pg_catalog as $$
      select coalesce(string_agg(value #>> '{}', ' '), '') from jsonb_each(own)
    $$`,
  );
  const text = ['name', 'code', 'email', 'address'].map((name) => `coalesce(${name}, '')`).join(` || ' ' || `);
  await run(db, 'alter table customer drop column search_text');
  await run(
    db,
    `alter table customer add column search_text text generated always as (' ' || fold(${text} ||
      case when own = '{}' then '' else ' ' || own_text(own) end)) stored`,
  );
  await run(db, 'create index customer_search on customer using gin (tenant_id, search_text gin_trgm_ops)');
  await finder(db, 'customer');
}
