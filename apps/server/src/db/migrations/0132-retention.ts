import { roles } from '../roles.ts';
import { createTenantTable, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * What a company keeps for so long goes by functions that look again: the serving role cannot delete a call or a recording, nor
 * these one that is held or still goes on.
 */
export const retention: Migration = {
  name: '0132-retention',
  async up(db) {
    // Nothing goes that nobody has asked to be rid of: ten years, until a company says less.
    for (const what of ['recordings', 'calls', 'audit']) {
      await run(db, `alter table system_setting alter column keep_${what}_days set default 3650`);
    }
    await run(db, 'alter table system_setting no force row level security');
    await run(
      db,
      'update system_setting set keep_recordings_days = 3650, keep_calls_days = 3650, keep_audit_days = 3650',
    );
    await run(db, 'alter table system_setting force row level security');
    await createTenantTable(db, 'call_hold', ['call_id uuid not null', "reason text not null default ''"]);
    await run(db, 'create unique index call_hold_call on call_hold (tenant_id, call_id)');
    await expiring(db);
    await emptyMonths(db);
  },
};

async function expiring(db: MigrationDb) {
  const held = 'exists (select from public.call_hold as hold where hold.tenant_id = own and hold.call_id = ';
  await run(
    db,
    `create function expire_recordings(wanted text[], before timestamptz) returns integer
      language plpgsql security definer set search_path = pg_catalog, public as $$
      declare own uuid := public.current_tenant(); gone integer;
      begin
        delete from public.recording where tenant_id = own and id = any (wanted) and call_started_at < before
          and state <> 'open' and not ${held} recording.call_id);
        get diagnostics gone = row_count;
        return gone;
      end $$`,
  );
  await run(
    db,
    `create function expire_calls(before timestamptz, at_most integer) returns integer
      language plpgsql security definer set search_path = pg_catalog, public as $$
      declare own uuid := public.current_tenant(); ids uuid[]; since timestamptz; gone integer; part text;
      begin
        select array_agg(id), min(started_at) into ids, since from (
          select id, started_at from public.call where tenant_id = own and started_at < before and status <> 'in_progress'
            and not ${held} call.id)
            and not exists (select from public.recording where tenant_id = own and call_id = call.id and call_started_at = call.started_at)
          order by started_at limit at_most) as old;
        if ids is null then return 0; end if;
        foreach part in array array['leg', 'call_event', 'call_segment'] loop
          execute format('delete from public.%I where tenant_id = $1 and call_id = any ($2)
            and call_started_at >= $3 and call_started_at < $4', part) using own, ids, since, before;
        end loop;
        delete from public.call where tenant_id = own and id = any (ids) and started_at >= since and started_at < before;
        get diagnostics gone = row_count;
        return gone;
      end $$`,
  );
  for (const name of ['expire_recordings(text[], timestamptz)', 'expire_calls(timestamptz, integer)']) {
    await run(db, `revoke all on function ${name} from public`);
    await run(db, `grant execute on function ${name} to ${roles.app}`);
  }
}

/** Months that no company has anything in any more go as a whole. One that somebody uses at this moment waits for another night. */
const emptyMonths = async (db: MigrationDb) => {
  await run(
    db,
    `create function drop_empty_months(before date) returns integer
      language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '2s' as $$
      declare part record; is_used boolean; dropped integer := 0;
      begin
        for part in
          select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
            join pg_class parent on parent.oid = inhparent
          where parent.relname in ('call', 'leg', 'call_event', 'call_segment', 'recording')
            and parent.relnamespace = 'public'::regnamespace and child.relname ~ '[0-9]{4}_[0-9]{2}$'
            and to_date(substring(child.relname from '[0-9]{4}_[0-9]{2}$'), 'YYYY_MM') + interval '1 month' <= least(before, current_date - 62)
        loop
          execute format('select exists (select from public.%I)', part.name) into is_used;
          if not is_used then
            execute format('drop table public.%I', part.name);
            dropped := dropped + 1;
          end if;
        end loop;
        return dropped;
      end $$`,
  );
  await run(db, 'revoke all on function drop_empty_months(date) from public');
  await run(db, `grant execute on function drop_empty_months(date) to ${roles.app}`);
};
