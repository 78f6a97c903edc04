import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Who of ours talked with others, from when to when, and how that came: the base of everybody's own figures. */
export const segments: Migration = {
  name: '0041-segments',
  async up(db) {
    await run(
      db,
      `create table call_segment (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        call_id uuid not null,
        call_started_at timestamptz not null,
        id text not null,
        position integer not null,
        extension text not null,
        leg_id text not null,
        how text not null check (how in
          ('called', 'answered', 'transfer', 'consultation', 'conference', 'pick-up', 'supervision')),
        through_kind text not null default '' check (through_kind in ('', 'group', 'queue')),
        through_key text not null default '',
        from_at timestamptz not null,
        to_at timestamptz,
        hold_ms bigint not null default 0,
        primary key (tenant_id, call_id, id, call_started_at)
      ) partition by range (call_started_at)`,
    );
    await run(db, 'create index call_segment_extension on call_segment (tenant_id, extension, from_at desc)');
    await guardByTenant(db, 'call_segment');
    await run(db, `grant select, insert, update on call_segment to ${roles.app}`);
    await monthsOfSegments(db);
    await outcomes(db);
  },
};

async function monthsOfSegments(db: Parameters<Migration['up']>[0]): Promise<void> {
  // The same function as before, with the new table among those that have months.
  await run(
    db,
    `create or replace function create_call_month(of_day date) returns void
      language plpgsql security definer set search_path = pg_catalog, public as $$
      declare
        first_day date := date_trunc('month', of_day)::date;
        parent text;
        part text;
      begin
        if first_day not between date '2000-01-01' and (current_date + interval '400 days')::date then
          raise exception 'no partition for %', of_day using errcode = 'check_violation';
        end if;
        foreach parent in array array['call', 'leg', 'call_event', 'call_segment'] loop
          part := format('%s_%s', parent, to_char(first_day, 'YYYY_MM'));
          if to_regclass('public.' || part) is null then
            -- Two processes may come here at the same moment.
            perform pg_advisory_xact_lock(hashtext('create_call_month'));
            execute format(
              'create table if not exists public.%I partition of public.%I for values from (%L) to (%L)', part, parent,
              first_day::timestamp at time zone 'UTC', (first_day + interval '1 month')::timestamp at time zone 'UTC');
          end if;
        end loop;
      end $$`,
  );
  // Months that calls have already get their part of segments.
  await run(
    db,
    `select create_call_month(to_date(substring(child.relname from '[0-9]{4}_[0-9]{2}$'), 'YYYY_MM'))
      from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = 'public.call'::regclass`,
  );
}

/** One vocabulary of outcomes with who ended it, and what is told of a recording that is not whole. */
async function outcomes(db: Parameters<Migration['up']>[0]): Promise<void> {
  await run(db, `alter table call add column ended_by_extension text not null default ''`);
  await run(db, 'alter table call drop constraint call_ended_by_check');
  // Who called was ours where it was not a customer, and the other side likewise.
  await run(
    db,
    `update call set
      ended_by_extension = case
        when (ended_by = 'caller') then from_extension when ended_by = 'callee' then to_extension else '' end,
      ended_by = case
        when ended_by not in ('caller', 'callee') then ended_by
        when direction = 'internal' then 'agent'
        when (direction = 'inbound') = (ended_by = 'caller') then 'customer'
        else 'agent' end`,
  );
  await run(
    db,
    `alter table call add constraint call_ended_by_check check (ended_by in ('', 'customer', 'agent', 'system'))`,
  );
  await run(db, 'alter table call drop constraint call_status_check');
  await run(
    db,
    `alter table call add constraint call_status_check check (status in ('in_progress', 'answered', 'missed',
      'abandoned', 'cancelled', 'busy', 'no_answer', 'failed', 'blocked', 'voicemail', 'stopped_ivr'))`,
  );
  await run(db, 'alter table recording drop constraint recording_state_check');
  await run(
    db,
    `alter table recording add constraint recording_state_check
      check (state in ('open', 'ready', 'failed', 'incomplete', 'no-space'))`,
  );
}
