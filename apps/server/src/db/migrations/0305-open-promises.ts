import { roles } from '../roles.ts';
import { guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * When each customer who was promised a call is to be called: what was said of it last, kept by whatever writes what came of a call.
 * Who is due is found by an index, whatever was said to how many before.
 */
export const openPromises: Migration = {
  name: '0305-open-promises',
  async up(db) {
    await run(
      db,
      `create table customer_promise (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        customer_id uuid not null,
        at timestamptz not null,
        -- The customer's, so that what is found can be put in order without looking at the customers.
        created_at timestamptz not null,
        primary key (tenant_id, customer_id),
        ${references('customer_promise', 'customer_id', 'customer', 'cascade')}
      )`,
    );
    await guardByTenant(db, 'customer_promise');
    await run(db, `grant select, insert, update, delete on customer_promise to ${roles.app}`);
    await whatThereIs(db);
    await run(db, 'create index customer_promise_at on customer_promise (tenant_id, at, created_at, customer_id)');
    await byDispositions(db);
    await found(db);
  },
};

/** The owner's tables bind even the owner, who is in no tenant here. */
async function whatThereIs(db: MigrationDb): Promise<void> {
  const read = ['disposition', 'customer', 'customer_promise'];
  for (const table of read) await run(db, `alter table ${table} no force row level security`);
  await run(
    db,
    `insert into customer_promise (tenant_id, customer_id, at, created_at)
      select said.tenant_id, said.customer_id, said.next_call_at, customer.created_at
      from (select distinct on (tenant_id, customer_id) * from disposition
        order by tenant_id, customer_id, created_at desc, id desc) as said
        join customer on customer.tenant_id = said.tenant_id and customer.id = said.customer_id
      where said.next_call_at is not null`,
  );
  for (const table of read) await run(db, `alter table ${table} force row level security`);
}

async function byDispositions(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function keep_promise(tenant uuid, customer uuid) returns void language plpgsql
      set search_path = pg_catalog, public as $$
      declare next timestamptz;
      begin
        select said.next_call_at into next from disposition as said
          where said.tenant_id = tenant and said.customer_id = customer
          order by said.created_at desc, said.id desc limit 1;
        if next is null then
          delete from customer_promise as kept where kept.tenant_id = tenant and kept.customer_id = customer;
          return;
        end if;
        -- Of a customer who is just being deleted nothing is kept.
        insert into customer_promise (tenant_id, customer_id, at, created_at)
          select its.tenant_id, its.id, next, its.created_at from customer as its
            where its.tenant_id = tenant and its.id = customer
          on conflict (tenant_id, customer_id) do update set at = excluded.at;
      end $$`,
  );
  await run(
    db,
    `create function keep_promises() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        if tg_op <> 'INSERT' then perform keep_promise(old.tenant_id, old.customer_id); end if;
        if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.customer_id <> old.customer_id then
          perform keep_promise(new.tenant_id, new.customer_id);
        end if;
        return null;
      end $$`,
  );
  await run(
    db,
    `create trigger keep_promises after insert or update or delete on disposition
      for each row execute function keep_promises()`,
  );
}

/** By the index alone, whatever is thought to be quicker: as many as are asked for. */
async function found(db: MigrationDb): Promise<void> {
  const name = 'find_customer_promise(timestamptz, timestamptz, integer)';
  await run(
    db,
    `create function find_customer_promise(from_at timestamptz, to_at timestamptz, at_most integer)
      returns table (id uuid, created_at timestamptz)
      language plpgsql stable rows 1000 set search_path = pg_catalog, public
      set enable_seqscan = off set enable_bitmapscan = off as $$
      begin
        return query select its.customer_id, its.created_at from customer_promise as its
          where its.tenant_id = (select current_tenant()) and its.at >= from_at and its.at < to_at limit at_most;
      end $$`,
  );
  await run(db, `revoke all on function ${name} from public`);
  await run(db, `grant execute on function ${name} to ${roles.app}`);
}
