import { resourceTable } from '../recipes/resource-table.ts';
import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Calls have tags of the company's. A tag that a call has is not deleted; a call that is expired takes its tags along. */
export const callTags: Migration = {
  name: '0020-call-tags',
  async up(db) {
    await resourceTable(db, 'call_tag', {
      columns: [
        'name text not null',
        "colour text not null default '#64748b' check (colour ~ '^#[0-9a-f]{6}$')",
        'position integer not null default 0 check (position between 0 and 9999)',
        'active boolean not null default true',
        "note text not null default ''",
      ],
    });
    await createTenantTable(db, 'call_tagging', [
      'call_id uuid not null',
      'call_started_at timestamptz not null',
      'tag_id uuid not null',
      'constraint call_tagging_key unique (tenant_id, call_id, tag_id)',
      references('call_tagging', 'tag_id', 'call_tag'),
    ]);
    await run(db, 'create index call_tagging_tag on call_tagging (tenant_id, tag_id, call_started_at desc, call_id)');
    await run(db, expiresWithCalls);
    // Whoever sees to outcomes sees to tags.
    await run(db, 'alter table role no force row level security');
    await run(
      db,
      `update role set permissions = permissions || (
          select array_agg('call-tags.' || split_part(has, '.', 2)) from unnest(permissions) as has
          where has like 'call-outcomes.%')
        where exists (select from unnest(permissions) as has where has like 'call-outcomes.%')`,
    );
    await run(db, 'alter table role force row level security');
  },
};

/** As before, with the tags of the calls. */
const expiresWithCalls = `
  create or replace function expire_calls(before timestamptz, at_most integer) returns integer
    language plpgsql security definer set search_path = pg_catalog, public as $$
  declare own uuid := public.current_tenant(); ids uuid[]; since timestamptz; gone integer; part text;
  begin
    select array_agg(id), min(started_at) into ids, since from (
      select id, started_at from public.call where tenant_id = own and started_at < before and status <> 'in_progress'
        and not exists (select from public.call_hold as hold where hold.tenant_id = own and hold.call_id = call.id)
        and not exists (select from public.recording
          where tenant_id = own and call_id = call.id and call_started_at = call.started_at)
      order by started_at limit at_most) as old;
    if ids is null then return 0; end if;
    foreach part in array array['leg', 'call_event', 'call_segment', 'queue_stay', 'call_tagging'] loop
      execute format('delete from public.%I where tenant_id = $1 and call_id = any ($2)
        and call_started_at >= $3 and call_started_at < $4', part) using own, ids, since, before;
    end loop;
    delete from public.call where tenant_id = own and id = any (ids) and started_at >= since and started_at < before;
    get diagnostics gone = row_count;
    return gone;
  end $$`;
