import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * What came of a call in each queue that it was in: a narrow row, written once, when it has left the queue. Reports count these rows
 * as they are, because the longest wait of some days is in no sum that a call can be taken out of again.
 */
export const queueStays: Migration = {
  name: '0394-queue-stays',
  async up(db) {
    // No key of the queues: what came of calls stays known when a queue is gone.
    await run(
      db,
      `create table queue_stay (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        call_id uuid not null,
        call_started_at timestamptz not null,
        queue_id text not null,
        outcome text not null check (outcome in
          ('answered', 'abandoned', 'timed-out', 'left-elsewhere', 'called-back', 'turned-away')),
        wait_ms bigint not null,
        primary key (tenant_id, call_id, queue_id)
      )`,
    );
    await fill(db);
    await run(
      db,
      `create index queue_stay_queue on queue_stay (tenant_id, queue_id, call_started_at desc)
        include (call_id, outcome, wait_ms)`,
    );
    await guardByTenant(db, 'queue_stay');
    await run(db, `grant select, insert, update on queue_stay to ${roles.app}`);
    await expiring(db);
  },
};

/**
 * Calls of before tell it by their steps, which name the queue: of one that is called otherwise by now they tell nothing. Only companies
 * with queues are looked through, and no row of a call is written.
 */
async function fill(db: MigrationDb): Promise<void> {
  const read = ['call', 'call_segment', 'queue'] as const;
  // The owner's tables bind even the owner, who is in no tenant here.
  for (const table of read) await run(db, `alter table ${table} no force row level security`);
  await run(
    db,
    `insert into queue_stay (tenant_id, call_id, call_started_at, queue_id, outcome, wait_ms)
      with said as (
        select call.tenant_id, call.id, call.started_at, call.ended_at, step.place, (step.entry ->> 'at')::numeric as at,
          step.entry ->> 'text' as text
        from call cross join lateral jsonb_array_elements(call.trace) with ordinality as step (entry, place)
        where call.status <> 'in_progress' and call.tenant_id in (select tenant_id from queue)
          and step.entry ->> 'kind' = 'destination' and step.entry ->> 'text' like '%àng đợi “%'
      ), steps as (
        select *, substring(text from 'àng đợi “(.+?)”') as name,
          case
            when text like '%”: vào hàng ở vị trí %' then 'joined'
            when text like 'Chờ quá %: rời hàng đợi %' then 'timed-out'
            when text like 'Khách bấm phím %, rời hàng đợi %' or text like '%” không còn người trực: rời hàng' then 'left-elsewhere'
            when text like '%, sẽ gọi lại cho khách' then 'called-back'
            when text like '%” đã đầy: %' or text like '%” không có người trực: %' then 'turned-away'
          end as step
        from said
      ), stays as (
        select steps.tenant_id, steps.id, steps.started_at, steps.ended_at, queue.id::text as queue_id,
          min(at) filter (where step = 'joined') as joined,
          (array_agg(step order by place desc) filter (where step <> 'joined'))[1] as outcome,
          max(at) filter (where step <> 'joined') as left_at
        from steps join queue on queue.tenant_id = steps.tenant_id and queue.name = steps.name
        where step is not null group by 1, 2, 3, 4, 5
      )
      select stays.tenant_id, id, started_at, queue_id,
        case when answered_at is not null then 'answered' else coalesce(outcome, 'abandoned') end,
        coalesce(greatest(0, round(coalesce(answered_at, left_at, extract(epoch from ended_at) * 1000) - joined)), 0)
      from stays cross join lateral (
        select extract(epoch from min(from_at)) * 1000 as answered_at from call_segment as segment
        where segment.tenant_id = stays.tenant_id and segment.call_id = stays.id and segment.call_started_at = stays.started_at
          and through_kind = 'queue' and through_key = queue_id
      ) as talk`,
  );
  for (const table of read) await run(db, `alter table ${table} force row level security`);
}

/** The same as before; what came of calls in queues goes with them. */
const expiring = (db: MigrationDb) =>
  run(
    db,
    `create or replace function expire_calls(before timestamptz, at_most integer) returns integer
      language plpgsql security definer set search_path = pg_catalog, public as $$
      declare own uuid := public.current_tenant(); ids uuid[]; since timestamptz; gone integer; part text;
      begin
        select array_agg(id), min(started_at) into ids, since from (
          select id, started_at from public.call where tenant_id = own and started_at < before and status <> 'in_progress'
            and not exists (select from public.call_hold as hold where hold.tenant_id = own and hold.call_id = call.id)
            and not exists (select from public.recording where tenant_id = own and call_id = call.id and call_started_at = call.started_at)
          order by started_at limit at_most) as old;
        if ids is null then return 0; end if;
        foreach part in array array['leg', 'call_event', 'call_segment', 'queue_stay'] loop
          execute format('delete from public.%I where tenant_id = $1 and call_id = any ($2)
            and call_started_at >= $3 and call_started_at < $4', part) using own, ids, since, before;
        end loop;
        delete from public.call where tenant_id = own and id = any (ids) and started_at >= since and started_at < before;
        get diagnostics gone = row_count;
        return gone;
      end $$`,
  );
