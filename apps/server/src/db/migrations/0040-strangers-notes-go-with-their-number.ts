import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** What was written of somebody who is no customer goes with their number, as what was said of them does. */
export const strangersNotesGoWithTheirNumber: Migration = {
  name: '0040-strangers-notes-go-with-their-number',
  async up(db) {
    await run(db, erasesWithNumber);
  },
};

/** As before, and the notes. */
const erasesWithNumber = `
  create or replace function erase_calls(numbers text[], at_most integer) returns integer
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
    delete from public.disposition where tenant_id = own and customer_id is null and call_id = any (ids);
    delete from public.call_note where tenant_id = own and customer_id is null and call_id = any (ids);
    delete from public.call_event where tenant_id = own and call_id = any (ids)
      and call_started_at between since and until;
    update public.leg set number = '', name = '' where tenant_id = own and call_id = any (ids)
      and call_started_at between since and until and extension = '';
    update public.call set outside_number = '', trace = default,
        dialled = case when direction = 'outbound' then '' else dialled end
      where tenant_id = own and id = any (ids) and started_at between since and until;
    return array_length(ids, 1);
  end $$`;
