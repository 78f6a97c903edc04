import { roles } from '../roles.ts';
import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** What several processes have to know alike: tickets of live sockets, tries to sign in, and whose rights have changed. */
export const severalProcesses: Migration = {
  name: '0021-several-processes',
  async up(db) {
    // Only the ticket's SHA-256: of no use to who reads it. It goes with its session.
    await createTenantTable(db, 'live_ticket', [
      'ticket_hash bytea not null',
      'session_id uuid not null',
      'expires_at timestamptz not null',
      'constraint live_ticket_hash_key unique (tenant_id, ticket_hash)',
      references('live_ticket', 'session_id', 'session', 'cascade'),
    ]);
    await run(db, 'create index live_ticket_session on live_ticket (tenant_id, session_id)');
    await signInTries(db);
    await rights(db);
  },
};

/** A try belongs to no tenant: the company may not exist. Nobody reads the table; two functions count and forgive. */
async function signInTries(db: MigrationDb) {
  await run(
    db,
    `create table sign_in_try (
      key_hash bytea primary key,
      count integer not null,
      open_at timestamptz not null,
      last_at timestamptz not null
    )`,
  );
  await run(db, 'create index sign_in_try_last on sign_in_try (last_at)');
  // Answers 0 where the try was taken, else the milliseconds to wait, which cost no try.
  await run(
    db,
    `create function take_sign_in_try(wanted bytea, at timestamptz, free_tries integer, longest_wait_ms integer, forgotten_after interval)
      returns double precision language plpgsql security definer set search_path = pg_catalog, public as $$
      declare
        entry public.sign_in_try;
        tries integer;
      begin
        delete from public.sign_in_try where last_at < at - forgotten_after;
        insert into public.sign_in_try values (wanted, 0, at, at) on conflict do nothing;
        select * into strict entry from public.sign_in_try where key_hash = wanted for update;
        if at < entry.open_at then
          return extract(epoch from entry.open_at - at) * 1000;
        end if;
        tries := entry.count + 1;
        update public.sign_in_try set count = tries, last_at = at,
          open_at = at + case when tries < free_tries then interval '0'
            else least(longest_wait_ms, 1000 * 2 ^ least(tries - free_tries, 20)) * interval '1 ms' end
          where key_hash = wanted;
        return 0;
      end $$`,
  );
  await run(
    db,
    `create function forgive_sign_in_tries(wanted bytea) returns void
      language sql security definer set search_path = pg_catalog, public
      as 'delete from public.sign_in_try where key_hash = wanted'`,
  );
  const taking = 'take_sign_in_try(bytea, timestamptz, integer, integer, interval)';
  for (const name of [taking, 'forgive_sign_in_tries(bytea)']) {
    await run(db, `revoke all on function ${name} from public`);
    await run(db, `grant execute on function ${name} to ${roles.app}`);
  }
}

/** Whoever changes what people may do, the processes that keep sockets open for them hear of it. */
async function rights(db: MigrationDb) {
  await run(
    db,
    `create function tell_rights_changed() returns trigger
      language plpgsql set search_path = pg_catalog, public as $$
      begin
        perform pg_notify('alo', json_build_array('database', 'rights-changed', new.tenant_id, json_build_array(new.id))::text);
        return null;
      end $$`,
  );
  const tells = (table: string, columns: readonly string[]) =>
    run(
      db,
      `create trigger rights_changed after update of ${columns.join(', ')} on ${table} for each row
        when (${columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})
        execute function tell_rights_changed()`,
    );
  await tells('role', ['permissions', 'scope', 'name']);
  await tells('account', ['role_id', 'active', 'department_id', 'team_id', 'extension', 'name']);
}
