import { roles } from '../roles.ts';
import { guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

const tables = ['number_contact', 'customer_contact'] as const;
const never = `'-infinity'::timestamptz`;

/**
 * When each number, and each customer, was in a call last: kept by the statement that writes the call, so that who was not called
 * for a month is found by an index among a million customers with ten million calls. Both tables are narrow: a call changes two
 * small rows, and none of the customer's own.
 */
export const lastContacts: Migration = {
  name: '0250-last-contacts',
  async up(db) {
    await run(
      db,
      `create table number_contact (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        e164 text not null,
        at timestamptz not null,
        primary key (tenant_id, e164)
      ) with (fillfactor = 80)`,
    );
    await run(
      db,
      `create table customer_contact (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        customer_id uuid not null,
        -- Who was never called has it as long ago as can be.
        at timestamptz not null,
        -- The customer's, so that what is found can be put in order without looking at the customers.
        created_at timestamptz not null,
        primary key (tenant_id, customer_id),
        ${references('customer_contact', 'customer_id', 'customer', 'cascade')}
      ) with (fillfactor = 80)`,
    );
    for (const table of tables) {
      await guardByTenant(db, table);
      await run(db, `grant select, insert, update, delete on ${table} to ${roles.app}`);
    }
    await whatThereIs(db);
    await run(db, 'create index customer_contact_at on customer_contact (tenant_id, at, created_at, customer_id)');
    await byCalls(db);
    await byCustomers(db);
    await found(db);
  },
};

const lastOf = (row: string) => `coalesce((select max(known.at) from number_contact as known
  where known.tenant_id = ${row}.tenant_id and known.e164 = any (${row}.numbers)), ${never})`;

/** The owner's tables bind even the owner, who is in no tenant here. */
async function whatThereIs(db: MigrationDb): Promise<void> {
  const read = ['call', 'customer', ...tables];
  for (const table of read) await run(db, `alter table ${table} no force row level security`);
  await run(
    db,
    `insert into number_contact (tenant_id, e164, at)
      select tenant_id, outside_number, max(started_at) from call where outside_number <> '' group by 1, 2`,
  );
  await run(
    db,
    `insert into customer_contact (tenant_id, customer_id, at, created_at)
      select tenant_id, id, ${lastOf('customer')}, created_at from customer`,
  );
  for (const table of read) await run(db, `alter table ${table} force row level security`);
}

/**
 * A conversation's number and beginning never change once it is written. Statistics of tables that are just being filled know
 * nothing, and a plan made from them reads all of them for each call: rows are looked up by their keys, whatever they say.
 */
async function byCalls(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function note_contacts() returns trigger language plpgsql set search_path = pg_catalog, public
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
      begin
        insert into number_contact as known (tenant_id, e164, at)
          select tenant_id, outside_number, max(started_at) from added where outside_number <> ''
            group by 1, 2 order by 1, 2
          on conflict (tenant_id, e164) do update set at = excluded.at where known.at < excluded.at;
        update customer_contact as kept set at = its.at
          from (
            select phone.tenant_id, phone.customer_id, max(added.started_at) as at
              from added join customer_phone as phone on phone.tenant_id = added.tenant_id and phone.e164 = added.outside_number
              where added.outside_number <> '' group by 1, 2
          ) as its
          where kept.tenant_id = its.tenant_id and kept.customer_id = its.customer_id and kept.at < its.at;
        return null;
      end $$`,
  );
  await run(
    db,
    `create trigger note_contacts after insert on call referencing new table as added
      for each statement execute function note_contacts()`,
  );
}

/** Who is new may have been in a call before, and so may a number that is added. */
async function byCustomers(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function contacts_of_added() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        insert into customer_contact (tenant_id, customer_id, at, created_at)
          select tenant_id, id, ${lastOf('added')}, created_at from added;
        return null;
      end $$`,
  );
  await run(
    db,
    `create trigger contacts_of_added after insert on customer referencing new table as added
      for each statement execute function contacts_of_added()`,
  );
  await run(
    db,
    `create function contacts_of_changed() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        update customer_contact set at = ${lastOf('new')} where tenant_id = new.tenant_id and customer_id = new.id;
        return null;
      end $$`,
  );
  await run(
    db,
    `create trigger contacts_of_changed after update of numbers on customer for each row
      when (old.numbers <> new.numbers) execute function contacts_of_changed()`,
  );
}

/** By the index alone, whatever is thought to be quicker: as many as are asked for. */
async function found(db: MigrationDb): Promise<void> {
  const name = 'find_customer_contact(timestamptz, timestamptz, integer)';
  await run(
    db,
    `create function find_customer_contact(from_at timestamptz, to_at timestamptz, at_most integer)
      returns table (id uuid, created_at timestamptz)
      language plpgsql stable rows 1000 set search_path = pg_catalog, public
      set enable_seqscan = off set enable_bitmapscan = off as $$
      begin
        return query select its.customer_id, its.created_at from customer_contact as its
          where its.tenant_id = (select current_tenant()) and its.at >= from_at and its.at < to_at limit at_most;
      end $$`,
  );
  await run(db, `revoke all on function ${name} from public`);
  await run(db, `grant execute on function ${name} to ${roles.app}`);
}
