import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** Every log lies in parts by the month, made ahead: what is kept for so long goes by the month, too. */
export const monthsOfEveryLog: Migration = {
  name: '0075-months-of-every-log',
  async up(db) {
    await recordings(db);
    await run(db, 'alter table audit detach partition audit_default');
    await run(db, 'alter table audit_default rename to audit_before');
    await run(db, 'create table audit_default partition of audit default');
    await months(db);
    await run(
      db,
      `select create_call_month(month::date) from (
        select to_date(substring(child.relname from '[0-9]{4}_[0-9]{2}$'), 'YYYY_MM') as month
          from pg_inherits join pg_class child on child.oid = inhrelid where inhparent = 'public.call'::regclass
        union select date_trunc('month', at at time zone 'UTC') from audit_before
        union select date_trunc('month', call_started_at at time zone 'UTC') from recording_before
        union select current_date + make_interval(months => ahead) from generate_series(0, 2) as ahead) as month`,
    );
    // What is bound by row-level security is the table, not its parts.
    for (const table of ['audit', 'recording']) {
      await run(db, `alter table ${table} no force row level security`);
      await run(db, `insert into ${table} select * from ${table}_before`);
      await run(db, `drop table ${table}_before`);
      await run(db, `alter table ${table} force row level security`);
    }
  },
};

async function recordings(db: MigrationDb): Promise<void> {
  await run(db, 'alter table recording no force row level security');
  await run(db, 'alter table recording rename to recording_before');
  await run(
    db,
    `create table recording (
      like recording_before including defaults including constraints,
      primary key (tenant_id, id, call_started_at),
      foreign key (tenant_id) references tenant (id) on delete cascade
    ) partition by range (call_started_at)`,
  );
  await run(db, 'alter index recording_call rename to recording_call_before');
  await run(db, 'create index recording_call on recording (tenant_id, call_id, call_started_at)');
  await guardByTenant(db, 'recording');
  await run(db, `grant select, insert, update on recording to ${roles.app}`);
}

/** The same function as before, with all logs; what came into the trail before its month was made moves there. */
async function months(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create or replace function create_call_month(of_day date) returns void
      language plpgsql security definer set search_path = pg_catalog, public as $$
      declare
        first_day date := date_trunc('month', of_day)::date;
        from_at timestamptz := first_day::timestamp at time zone 'UTC';
        to_at timestamptz := (first_day + interval '1 month')::timestamp at time zone 'UTC';
        parent text;
        part text;
      begin
        if first_day not between date '2000-01-01' and (current_date + interval '400 days')::date then
          raise exception 'no partition for %', of_day using errcode = 'check_violation';
        end if;
        foreach parent in array array['call', 'leg', 'call_event', 'call_segment', 'recording', 'audit'] loop
          part := format('%s_%s', parent, to_char(first_day, 'YYYY_MM'));
          if to_regclass('public.' || part) is null then
            -- Two processes may come here at the same moment.
            perform pg_advisory_xact_lock(hashtext('create_call_month'));
            continue when to_regclass('public.' || part) is not null;
            execute format('create table public.%I (like public.%I including defaults including constraints)', part, parent);
            if parent = 'audit' then
              execute format('with early as (delete from public.audit_default where at >= %L and at < %L returning *)
                insert into public.%I select * from early', from_at, to_at, part);
            end if;
            execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, part,
              from_at, to_at);
          end if;
        end loop;
      end $$`,
  );
}
