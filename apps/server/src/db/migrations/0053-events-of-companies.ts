import { guardByTenant, references, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * What happens in a company, numbered, for its programs. Whoever tells of something holds the company's head until the transaction ends: a
 * number is there for readers no sooner than all before it. What was told is known by its key and told once, however often it is written.
 * Webhooks are told from the same numbers.
 */
export const eventsOfCompanies: Migration = {
  name: '0053-events-of-companies',
  async up(db) {
    await run(
      db,
      `create table event_head (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        last bigint not null default 0,
        constraint event_head_pkey primary key (tenant_id)
      );
      create table company_event (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        number bigint not null,
        type text not null,
        key text not null,
        at timestamptz not null,
        told_at timestamptz not null default now(),
        call_id uuid,
        call_started_at timestamptz,
        detail jsonb not null default '{}',
        constraint company_event_pkey primary key (tenant_id, number),
        constraint company_event_key unique (tenant_id, key)
      );
      -- Most of them are gone in some days, from the lowest number on.
      alter table company_event set (autovacuum_vacuum_scale_factor = 0.02)`,
    );
    await run(
      db,
      `create table webhook_told (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        webhook_id uuid not null,
        number bigint not null,
        constraint webhook_told_pkey primary key (tenant_id, webhook_id),
        ${references('webhook_told', 'webhook_id', 'webhook', 'cascade')}
      )`,
    );
    for (const table of ['event_head', 'company_event', 'webhook_told']) {
      await guardByTenant(db, table);
      await run(db, `grant select, insert, update, delete on ${table} to ${roles.app}`);
    }
    await run(db, publishEvents);
    await run(
      db,
      `revoke all on function tell_events from public; grant execute on function tell_events to ${roles.app}`,
    );
    await run(
      db,
      `alter table webhook_delivery add number bigint, add call_id uuid;
      create index webhook_delivery_of_call on webhook_delivery (tenant_id, webhook_id, call_id, number)
        where state = 'waiting' and call_id is not null`,
    );
  },
};

/** Numbers what was not told before, in the order given, and answers how many these were. */
const publishEvents = `
  create function tell_events(told jsonb) returns integer
    language plpgsql set search_path = pg_catalog, public as $$
  declare head bigint; added integer;
  begin
    if jsonb_array_length(told) = 0 then return 0; end if;
    select last into head from public.event_head for update;
    if not found then
      insert into public.event_head (last) values (0) on conflict do nothing;
      select last into head from public.event_head for update;
    end if;
    with fresh as (
      select one.value, row_number() over (order by one.position) as nth
      from jsonb_array_elements(told) with ordinality as one (value, position)
      where not exists (select from public.company_event as known where known.key = one.value ->> 'key')
        and not exists (select from public.erased_call as erased where erased.call_id = (one.value ->> 'call_id')::uuid))
    insert into public.company_event (number, type, key, at, call_id, call_started_at, detail)
      select head + nth, value ->> 'type', value ->> 'key', (value ->> 'at')::timestamptz, (value ->> 'call_id')::uuid,
        (value ->> 'call_started_at')::timestamptz, coalesce(value -> 'detail', '{}')
      from fresh;
    get diagnostics added = row_count;
    if added > 0 then update public.event_head set last = head + added; end if;
    return added;
  end $$`;
