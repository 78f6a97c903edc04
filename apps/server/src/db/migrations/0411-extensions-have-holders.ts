import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Who had an extension, and from when to when: calls stay with whoever had it then. Times are those of the sums of people, by quarters of
 * an hour, so that every figure finds the same calls. Whoever had it first has what was called before, and who is gone keeps what was theirs.
 */
export const extensionsHaveHolders: Migration = {
  name: '0411-extensions-have-holders',
  async up(db) {
    // No key of the accounts: what somebody did is no one else's when their account is deleted.
    await run(
      db,
      `create table extension_holder (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        extension text not null,
        from_at timestamptz not null,
        to_at timestamptz not null default 'infinity',
        account_id uuid not null,
        primary key (tenant_id, extension, from_at),
        check (from_at < to_at)
      )`,
    );
    await run(db, 'create index extension_holder_account on extension_holder (tenant_id, account_id)');
    await run(db, 'alter table account no force row level security');
    await run(
      db,
      `insert into extension_holder (tenant_id, extension, from_at, account_id)
        select tenant_id, extension, '-infinity', id from account where extension is not null`,
    );
    await run(db, 'alter table account force row level security');
    await guardByTenant(db, 'extension_holder');
    await run(db, `grant select, insert, update, delete on extension_holder to ${roles.app}`);
    await run(
      db,
      `create function keep_holders() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        declare quarter timestamptz := date_bin('15 minutes', now(), '2000-01-01Z');
        begin
          if tg_op <> 'INSERT' and old.extension is not null then
            delete from extension_holder where tenant_id = old.tenant_id and extension = old.extension and from_at >= quarter;
            update extension_holder set to_at = quarter
              where tenant_id = old.tenant_id and extension = old.extension and to_at = 'infinity';
          end if;
          if tg_op <> 'DELETE' and new.extension is not null then
            insert into extension_holder (tenant_id, extension, from_at, account_id)
              select new.tenant_id, new.extension, case when exists (
                select from extension_holder where tenant_id = new.tenant_id and extension = new.extension
              ) then quarter else '-infinity' end, new.id;
          end if;
          return null;
        end $$`,
    );
    for (const event of ['insert', 'delete']) {
      await run(
        db,
        `create trigger keep_holders_${event} after ${event} on account for each row execute function keep_holders()`,
      );
    }
    await run(
      db,
      `create trigger keep_holders_update after update of extension on account for each row
        when (new.extension is distinct from old.extension) execute function keep_holders()`,
    );
  },
};
