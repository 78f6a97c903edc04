import { foundByKey } from './lib-import.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** Accounts are administered: a phone of their own, where they belong, how many a company may have. */
export const accounts: Migration = {
  name: '0111-accounts',
  async up(db) {
    await run(db, "alter table account add column phone text not null default ''");
    await foundByKey(db, 'account');
    // Null is as many as they like.
    await run(db, 'alter table tenant add column seats integer check (seats > 0)');
    await belonging(db);
    await rights(db);
  },
};

/**
 * A team is in a department, and so are its people, whoever writes them: who joins a team joins its department, who moves to another
 * department leaves the team, and a team that moves takes its people along.
 */
async function belonging(db: MigrationDb) {
  await run(
    db,
    `create function account_belongs() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      declare
        home uuid;
      begin
        if new.team_id is null then
          return new;
        end if;
        select department_id into home from public.team where tenant_id = new.tenant_id and id = new.team_id;
        if home is null or home is not distinct from new.department_id then
          return new;
        end if;
        if tg_op = 'UPDATE' and new.team_id is not distinct from old.team_id then
          new.team_id := null;
        else
          new.department_id := home;
        end if;
        return new;
      end $$`,
  );
  await run(
    db,
    `create trigger account_belongs before insert or update of department_id, team_id on account
      for each row execute function account_belongs()`,
  );
  await run(
    db,
    `create function team_takes_along() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        -- The team is named again, so that its new department is taken for where its people belong.
        update public.account set department_id = new.department_id, version = version + 1, updated_at = now()
          where tenant_id = new.tenant_id and team_id = new.id;
        return null;
      end $$`,
  );
  await run(
    db,
    `create trigger team_takes_along after update of department_id on team for each row
      when (old.department_id is distinct from new.department_id) execute function team_takes_along()`,
  );
}

/** Who is added or deleted changes whose phones and screens there are, as a change of rights does. */
async function rights(db: MigrationDb) {
  await run(
    db,
    `create function tell_account_gone() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        perform pg_notify('alo', json_build_array('database', 'rights-changed', old.tenant_id, json_build_array(old.id))::text);
        return null;
      end $$`,
  );
  await run(
    db,
    'create trigger account_gone after delete on account for each row execute function tell_account_gone()',
  );
  await run(
    db,
    `create trigger account_added after insert on account for each row
      when (new.extension is not null) execute function tell_rights_changed()`,
  );
}
