import { roles } from '../roles.ts';
import { references, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * Customers as a resource: their profile status, where they come from, what they belong to, and their numbers in the row
 * itself, the main one first. `customer_phone` follows from it, so that a number belongs to one customer and is found.
 */
export const customers: Migration = {
  name: '0165-customers',
  async up(db) {
    await run(
      db,
      `alter table customer
        add column numbers text[] not null default '{}',
        add column data_source_id uuid,
        add column project_id uuid,
        add column do_not_call boolean not null default false,
        add ${references('customer', 'data_source_id', 'data_source')},
        add ${references('customer', 'project_id', 'project')}`,
    );
    await numbersInTheRow(db);
    await statusesAsRows(db);
    // A list that is narrowed down by one of these stays in its own order.
    await run(db, 'drop index customer_user');
    for (const column of ['status', 'data_source_id', 'project_id', 'user_id']) {
      await run(db, `create index customer_${column} on customer (tenant_id, ${column}, created_at desc, id desc)`);
    }
    await numbersShown(db);
    await numbersKept(db);
    await numbersFound(db);
  },
};

/** What there is already. The owner's tables bind even the owner, who is in no tenant here. */
async function numbersInTheRow(db: MigrationDb): Promise<void> {
  for (const table of ['customer', 'customer_phone']) await run(db, `alter table ${table} no force row level security`);
  await run(
    db,
    `update customer set numbers = its.numbers
      from (select tenant_id, customer_id, array_agg(e164 order by position, id) as numbers from customer_phone group by 1, 2) as its
      where its.tenant_id = customer.tenant_id and its.customer_id = customer.id`,
  );
  await run(db, 'alter table customer_phone rename constraint customer_phone_e164_key to customer_phone_key');
  for (const table of ['customer', 'customer_phone']) await run(db, `alter table ${table} force row level security`);
}

/** A status was a text: each becomes a row of the company's, and who has none is new. */
async function statusesAsRows(db: MigrationDb): Promise<void> {
  for (const table of ['customer', 'profile_status']) await run(db, `alter table ${table} no force row level security`);
  await run(db, 'alter table customer rename column status to status_text');
  await run(db, 'alter table customer add column status uuid');
  await run(
    db,
    `do $$ declare company uuid; begin
      for company in select distinct tenant_id from customer loop
        perform set_config('app.tenant', company::text, true);
        update customer set status_text = 'Mới' where tenant_id = company and trim(status_text) = '';
        insert into profile_status (tenant_id, id, name)
          select distinct on (name_key(status_text)) company, gen_random_uuid(), left(status_text, 200) from customer
          where tenant_id = company and not exists (
            select from profile_status where tenant_id = company and name_key(name) = name_key(status_text));
        update customer set status = its.id from profile_status as its
          where customer.tenant_id = company and its.tenant_id = company and name_key(its.name) = name_key(status_text);
      end loop;
      perform set_config('app.tenant', '', true);
    end $$`,
  );
  await run(db, 'alter table customer alter column status set not null, drop column status_text');
  await run(db, `alter table customer add ${references('customer', 'status', 'profile_status')}`);
  for (const table of ['customer', 'profile_status']) await run(db, `alter table ${table} force row level security`);
}

/** A number as people here dial it, and as it is shown where it is hidden: what the package of numbers does, for queries. */
async function numbersShown(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function national_number(number text) returns text language sql immutable parallel safe
      set search_path = pg_catalog as $$
        select case
          when number ~ '^\\+84(1800|1900|69\\d{5,6}$|[17]99\\d{4}$)' then substr(number, 4)
          when number like '+84%' then '0' || substr(number, 4)
          when number like '+%' then '00' || substr(number, 2)
          else number end
      $$`,
  );
  await run(
    db,
    `create function masked_number(number text, mode integer) returns text language sql immutable parallel safe
      set search_path = pg_catalog as $$
        select case when mode = 1
          then left(number, kept) || repeat('*', length(number) - 2 * kept) || right(number, kept)
          else left(number, 7) || repeat('*', greatest(0, length(number) - 7)) end
        from (select case when length(number) >= 9 then 3 else length(number) / 4 end as kept) as its
      $$`,
  );
}

async function numbersKept(db: MigrationDb): Promise<void> {
  // Whoever sees numbers masked sends them back as they were shown to them; nothing else with a star stands for a number.
  await run(
    db,
    `create function keep_hidden_numbers() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      declare mode integer := coalesce((select position_hidden_phone_customer from system_setting), 1);
      begin
        new.numbers := array(
          select case when number not like '%*%' then number else (
            select kept.number from unnest(old.numbers) with ordinality as kept (number, place)
            where masked_number(national_number(kept.number), mode) = given.number
            order by kept.place = given.place desc, kept.place limit 1) end
          from unnest(new.numbers) with ordinality as given (number, place) order by place);
        if array_position(new.numbers, null) is not null then
          raise check_violation using message = 'a hidden number stands for none', table = tg_table_name,
            schema = tg_table_schema, constraint = 'customer_phone_check';
        end if;
        return new;
      end $$`,
  );
  for (const event of ['insert', 'update of numbers']) {
    await run(
      db,
      `create trigger keep_hidden_${event.slice(0, 6)} before ${event} on customer for each row
        when (array_to_string(new.numbers, ' ') like '%*%') execute function keep_hidden_numbers()`,
    );
  }
  await run(
    db,
    `create function follow_numbers() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        if tg_op = 'UPDATE' then
          delete from customer_phone using before, after
            where before.id = after.id and before.numbers <> after.numbers
              and customer_phone.tenant_id = before.tenant_id and customer_phone.customer_id = before.id;
          insert into customer_phone (tenant_id, id, customer_id, e164, position)
            select after.tenant_id, gen_random_uuid(), after.id, number, place
            from before join after on before.id = after.id and before.numbers <> after.numbers
              cross join unnest(after.numbers) with ordinality as its (number, place);
        else
          insert into customer_phone (tenant_id, id, customer_id, e164, position)
            select after.tenant_id, gen_random_uuid(), after.id, number, place
            from after cross join unnest(after.numbers) with ordinality as its (number, place);
        end if;
        return null;
      end $$`,
  );
  await run(
    db,
    `create trigger follow_inserted after insert on customer referencing new table as after
      for each statement execute function follow_numbers()`,
  );
  await run(
    db,
    `create trigger follow_updated after update on customer referencing old table as before new table as after
      for each statement execute function follow_numbers()`,
  );
}

/** By a part of a number; see `searchable` for who looks. */
async function numbersFound(db: MigrationDb): Promise<void> {
  await run(db, 'drop function find_customer_phone(text, integer)');
  const name = 'find_customer_number(text, integer)';
  await run(
    db,
    `create function find_customer_number(part text, at_most integer) returns table (id uuid, created_at timestamptz)
      language plpgsql stable rows 100 security definer set search_path = pg_catalog, public as $$
      begin
        return query execute format('select id, created_at from public.customer where tenant_id = %L and id = any (array(
          select customer_id from public.customer_phone where tenant_id = %L and e164 like %L limit %s))',
          public.current_tenant(), public.current_tenant(), '%' || part || '%', at_most);
      end $$`,
  );
  await run(db, `revoke all on function ${name} from public`);
  await run(db, `grant execute on function ${name} to ${roles.app}`);
  await run(db, `alter function ${name} owner to ${roles.lookup}`);
}
