import { roles } from '../roles.ts';
import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** What customers have agreed to, what they ask for about their data, and how their calls forget them. */
export const personalData: Migration = {
  name: '0192-personal-data',
  async up(db) {
    await createTenantTable(db, 'consent', [
      'customer_id uuid not null',
      'purpose text not null',
      'given boolean not null',
      'way text not null',
      "evidence text not null default ''",
      references('consent', 'customer_id', 'customer', 'cascade'),
    ]);
    await run(db, 'create index consent_of on consent (tenant_id, customer_id, created_at desc, id desc)');
    await createTenantTable(db, 'data_request', [
      // Who was erased is no longer there.
      'customer_id uuid not null',
      'kind text not null',
      "note text not null default ''",
      "state text not null default 'open' check (state in ('open', 'done', 'refused'))",
      'received_at timestamptz not null default now()',
      'reply_by timestamptz not null',
      'due_at timestamptz not null',
      'extended boolean not null default false',
      'job_id uuid',
      'closed_at timestamptz',
    ]);
    await run(db, 'create index data_request_of on data_request (tenant_id, customer_id, received_at desc)');
    await run(db, "create index data_request_open on data_request (tenant_id, due_at) where state = 'open'");
    // What happened stays for the figures; whom it happened with does not. A call that is held stays as it is.
    await run(
      db,
      `create function erase_calls(numbers text[], at_most integer) returns integer
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
    await run(db, 'revoke all on function erase_calls(text[], integer) from public');
    await run(db, `grant execute on function erase_calls(text[], integer) to ${roles.app}`);
  },
};
