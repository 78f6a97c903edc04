import { guardByTenant, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * What a journal tells again must not bring back what is gone: the history says up to which event it has a journal, and which calls a
 * person was erased from.
 */
export const historyMarks: Migration = {
  name: '0002-history-marks',
  async up(db) {
    await run(
      db,
      `create table history_mark (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        journal integer not null,
        seq bigint not null,
        primary key (tenant_id, journal)
      );
      create table erased_call (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        call_id uuid not null,
        at timestamptz not null default now(),
        primary key (tenant_id, call_id)
      )`,
    );
    await guardByTenant(db, 'history_mark');
    await guardByTenant(db, 'erased_call');
    await run(db, `grant select, insert, update on history_mark to ${roles.app}`);
    await run(db, `grant select on erased_call to ${roles.app}`);
    await run(
      db,
      `create or replace function erase_calls(numbers text[], at_most integer) returns integer
        language plpgsql security definer set search_path = pg_catalog, public as $$
      declare own uuid := public.current_tenant(); ids uuid[]; since timestamptz; until timestamptz;
      begin
        select array_agg(id), min(started_at), max(started_at) into ids, since, until from (
          select id, started_at from public.call where tenant_id = own and outside_number = any (numbers)
            and status <> 'in_progress'
            and not exists (select from public.call_hold where tenant_id = own and call_hold.call_id = call.id)
            and not exists (select from public.recording where tenant_id = own and call_id = call.id
              and call_started_at = call.started_at)
          limit at_most) as theirs;
        if ids is null then return 0; end if;
        insert into public.erased_call (tenant_id, call_id) select own, unnest(ids) on conflict do nothing;
        delete from public.call_event where tenant_id = own and call_id = any (ids)
          and call_started_at between since and until;
        update public.leg set number = '', name = '' where tenant_id = own and call_id = any (ids)
          and call_started_at between since and until and extension = '';
        update public.call set outside_number = '', trace = default,
            dialled = case when direction = 'outbound' then '' else dialled end
          where tenant_id = own and id = any (ids) and started_at between since and until;
        return array_length(ids, 1);
      end $$`,
    );
  },
};
