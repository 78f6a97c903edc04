import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * How far a number has come, and its papers. A number without a state is active: where the operator asks for papers first, a new one has the
 * state that says so, however it came. Versions and drafts of the routing have no part in it.
 */
export const statesOfNumbers: Migration = {
  name: '0129-states-of-numbers',
  async up(db) {
    // The id is the number's.
    await createTenantTable(db, 'number_state', [
      "state text not null check (state in ('papers', 'review', 'paused', 'ended'))",
      'by_operator boolean not null default false',
      "words text not null default ''",
      references('number_state', 'id', 'service_number', 'cascade'),
    ]);
    await createTenantTable(db, 'number_step', [
      'service_number_id uuid not null',
      "state text not null check (state in ('papers', 'review', 'active', 'paused', 'ended'))",
      "words text not null default ''",
      "by_name text not null default ''",
      'by_operator boolean not null default false',
      references('number_step', 'service_number_id', 'service_number', 'cascade'),
    ]);
    await run(db, 'create index number_step_newest on number_step (tenant_id, service_number_id, created_at, id)');
    // Few and small, and moved, kept and deleted with their company: they are rows, sealed, and no files.
    await createTenantTable(db, 'number_paper', [
      'service_number_id uuid not null',
      'name text not null',
      'type text not null',
      'bytes integer not null check (bytes > 0)',
      'sealed_content bytea not null',
      "by_name text not null default ''",
      references('number_paper', 'service_number_id', 'service_number'),
    ]);
    await run(db, 'create index number_paper_of on number_paper (tenant_id, service_number_id, created_at)');
    await run(db, 'alter table installation_setting add number_papers boolean not null default false');
    await run(db, begins);
    await run(db, held);
    await run(db, 'drop function find_numbers(text, uuid, integer, integer)');
    await run(db, found);
  },
};

const begins = `
create function begin_number_state() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if public.numbers_need_proof() and (select number_papers from public.installation_setting) then
    insert into public.number_state (tenant_id, id, state) values (new.tenant_id, new.id, 'papers') on conflict do nothing;
  end if;
  return null;
end $$;
create trigger begin_number_state after insert on service_number
  for each row when (new.number <> '') execute function begin_number_state();
-- Another number has other papers.
create trigger begin_number_state_anew after update of number on service_number
  for each row when (new.number <> '' and new.number <> old.number) execute function begin_number_state();
`;

/** What the operator has stopped does not begin anew by being deleted, or called otherwise. */
const held = `
create view stopped_number with (security_invoker = true) as
  select tenant_id, id, state from number_state where by_operator and state in ('paused', 'ended');
grant select on stopped_number to ${roles.app};
create function hold_number() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if current_user = '${roles.app}' and exists (
    select from public.stopped_number as its where its.tenant_id = old.tenant_id and its.id = old.id
  ) then
    raise exception 'the operator has stopped this number'
      using errcode = '23514', table = 'service_number', constraint = 'service_number_number_held';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger hold_number_delete before delete on service_number for each row execute function hold_number();
-- One that goes to its owner is no company's any more.
create trigger hold_number_change before update of number on service_number
  for each row when (new.number <> old.number and new.number <> '') execute function hold_number();
`;

const found = `
create policy lookup on number_state for select to ${roles.lookup} using (true);
grant select on number_state to ${roles.lookup};
-- A column would come before a parameter of its name.
create function find_numbers(words text, own uuid, only_state text, from_row integer, at_most integer)
  returns table (
    tenant_id uuid, id uuid, number text, carrier_form text, code text, company text, proven boolean, on_trial boolean,
    created_at timestamptz, state text, found bigint
  ) language sql stable security definer set search_path = pg_catalog, public as $$
  select n.tenant_id, n.id, n.number, n.carrier_form, t.code, t.name, n.proven_at is not null, t.trial_until is not null,
    n.created_at, coalesce(s.state, 'active'), count(*) over ()
  from public.service_number n join public.tenant t on t.id = n.tenant_id
    left join public.number_state s on s.tenant_id = n.tenant_id and s.id = n.id
  where (own is null or n.id = own) and (only_state = '' or coalesce(s.state, 'active') = only_state)
    and (find_numbers.words = '' or t.code like '%' || lower(find_numbers.words) || '%' or lower(t.name) like '%' || lower(find_numbers.words) || '%'
    or (public.number_spelling(find_numbers.words) ~ '[0-9]' and n.number like '%' || public.number_spelling(find_numbers.words) || '%'))
  order by coalesce(s.state, '') <> 'review', n.proven_at is not null, n.created_at desc, n.id
  offset from_row limit at_most
$$;
alter function find_numbers owner to ${roles.lookup};
revoke all on function find_numbers from public;
grant execute on function find_numbers to ${roles.app};
`;
