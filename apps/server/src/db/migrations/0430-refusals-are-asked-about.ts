import { roles } from '../roles.ts';
import { guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Since when a customer refuses advertising, and whom somebody was let call all the same a moment ago. */
export const refusalsAreAskedAbout: Migration = {
  name: '0430-refusals-are-asked-about',
  async up(db) {
    await run(db, 'alter table customer add column do_not_call_since timestamptz');
    await run(
      db,
      `create function date_refusal() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        begin
          -- Who comes back from among the deleted has said it when they said it.
          if tg_op = 'UPDATE' or new.do_not_call_since is null then
            new.do_not_call_since := case when new.do_not_call then now() end;
          end if;
          return new;
        end $$`,
    );
    await run(
      db,
      `create trigger refusal_dated before update on customer for each row
        when (new.do_not_call is distinct from old.do_not_call) execute function date_refusal()`,
    );
    await run(
      db,
      `create trigger refusal_begun before insert on customer for each row
        when (new.do_not_call) execute function date_refusal()`,
    );
    await run(
      db,
      `create table call_anyway (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        account_id uuid not null,
        customer_id uuid not null,
        until timestamptz not null,
        primary key (tenant_id, account_id, customer_id),
        ${references('call_anyway', 'account_id', 'account', 'cascade')},
        ${references('call_anyway', 'customer_id', 'customer', 'cascade')}
      )`,
    );
    // A customer who is deleted takes theirs along.
    await run(db, 'create index call_anyway_customer on call_anyway (tenant_id, customer_id)');
    await guardByTenant(db, 'call_anyway');
    await run(db, `grant select, insert, update, delete on call_anyway to ${roles.app}`);
    // Who could call such a customer by hand goes on doing so; a company takes it from those who shall not. The owner's tables bind
    // even the owner, who is in no tenant here.
    await run(db, 'alter table role no force row level security');
    await run(
      db,
      `update role set permissions = permissions || '{customer.call-anyway}'::text[]
        where permissions @> '{customer.view}'::text[] and not permissions @> '{customer.call-anyway}'::text[]`,
    );
    await run(db, 'alter table role force row level security');
  },
};
