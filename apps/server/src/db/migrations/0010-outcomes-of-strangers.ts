import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * What came of a call can be said of somebody who is no customer: it is the call's alone, and goes with the call's number and with the
 * call. Companies can say of a caller that they were spam.
 */
export const outcomesOfStrangers: Migration = {
  name: '0010-outcomes-of-strangers',
  async up(db) {
    await run(db, 'alter table disposition alter column customer_id drop not null');
    await run(
      db,
      `alter table disposition add constraint disposition_of_something
        check (customer_id is not null or call_id is not null)`,
    );
    for (const table of ['tenant', 'disposition_outcome', 'row_tally']) {
      await run(db, `alter table ${table} no force row level security`);
    }
    await run(
      db,
      `create function add_spam_outcome(company uuid) returns void
        language sql set search_path = pg_catalog, public as $$
        insert into disposition_outcome
          (tenant_id, id, name, code, "group", colour, position, campaign_state, closes_return)
        values (company, gen_random_uuid(), 'Spam / quảng cáo', 'spam', 'Không gặp', '#dc2626', 8, 'declined', true)
        on conflict do nothing
      $$`,
    );
    await run(db, 'select add_spam_outcome(id) from tenant');
    for (const table of ['tenant', 'disposition_outcome', 'row_tally']) {
      await run(db, `alter table ${table} force row level security`);
    }
    await run(
      db,
      `create or replace function first_outcomes() returns trigger
        language plpgsql set search_path = pg_catalog, public as $$
      begin
        perform add_first_outcomes(new.id);
        perform add_spam_outcome(new.id);
        return null;
      end $$`,
    );
    await run(db, erasesWithNumber);
  },
};

/** As before; what was said of a call with somebody who is no customer goes with their number. */
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
    delete from public.call_event where tenant_id = own and call_id = any (ids)
      and call_started_at between since and until;
    update public.leg set number = '', name = '' where tenant_id = own and call_id = any (ids)
      and call_started_at between since and until and extension = '';
    update public.call set outside_number = '', trace = default,
        dialled = case when direction = 'outbound' then '' else dialled end
      where tenant_id = own and id = any (ids) and started_at between since and until;
    return array_length(ids, 1);
  end $$`;
