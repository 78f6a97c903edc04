import { createTenantTable, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * A company proves a number by a code that it hears there. The operator's company makes the call, and has what it knows of it among its own
 * rows: whose carrier asks is no proof. A proof by a call also lets a company on trial have a carrier of its own.
 */
export const numbersProvenByCall: Migration = {
  name: '0024-numbers-proven-by-call',
  async up(db) {
    await run(
      db,
      "alter table service_number add column proven_by text not null default '' check (proven_by in ('', 'operator', 'call'))",
    );
    await run(db, 'alter table otp_request add column over_carrier boolean not null default false');
    await createTenantTable(db, 'number_proof', [
      'claimant_id uuid not null references tenant (id) on delete cascade',
      'number text not null',
      // Of who asked, as far as one party has it.
      'network text not null',
      'proven_at timestamptz',
      // The request for the code has the same id, and takes the row along when it is expired.
      'constraint number_proof_id_fkey foreign key (tenant_id, id) references otp_request (tenant_id, id) on delete cascade',
    ]);
    await run(db, 'create index number_proof_newest on number_proof (tenant_id, created_at)');
    await run(db, 'create index number_proof_claimant on number_proof (claimant_id)');
    await run(db, known);
    await run(db, proven);
  },
};

const known = `
create policy lookup on operator_company for select to ${roles.lookup} using (true);
grant select on operator_company to ${roles.lookup};

-- Who may carry a proof: those who run the installation, the first one first.
create function operating_companies() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public as $$
  select tenant_id from public.operator_company order by created_at, tenant_id
$$;
-- Does a number of this company have to be proven before it is shown outside? Where nobody could say so it does not.
create function numbers_need_proof() returns boolean
  language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from public.operator_company)
    and not exists (select from public.operator_company where tenant_id = public.current_tenant())
$$;
-- The row that has a number, in whichever spelling.
create function holder_of_number(written text)
  returns table (tenant_id uuid, id uuid, number text, proven boolean, operates boolean)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select n.tenant_id, n.id, n.number, n.proven_at is not null,
    exists (select from public.operator_company as o where o.tenant_id = n.tenant_id)
  from public.service_number n
  where n.number <> '' and public.number_spelling(n.number) = public.number_spelling(written)
$$;
alter function operating_companies owner to ${roles.lookup};
alter function numbers_need_proof owner to ${roles.lookup};
alter function holder_of_number owner to ${roles.lookup};
revoke all on function operating_companies, numbers_need_proof, holder_of_number from public;
grant execute on function operating_companies, numbers_need_proof, holder_of_number to ${roles.app};
`;

const proven = `
-- Whose word a proof was goes with it.
create function drop_number_proof() returns trigger language plpgsql as $$
begin
  if new.proven_at is null then new.proven_by := ''; end if;
  return new;
end $$;
-- After the check of numbers, which takes the proof from a number that is changed.
create trigger drop_number_proof before insert or update on service_number
  for each row execute function drop_number_proof();

create or replace function check_trial_trunk() returns trigger language plpgsql as $$
begin
  if current_user <> '${roles.app}' or new.host = 'bots.invalid' or is_assigned(carrier_name(new.host)) then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.host = old.host then return new; end if;
  if exists (select from tenant where id = new.tenant_id and trial_until is not null)
    and not exists (select from service_number where tenant_id = new.tenant_id and proven_by = 'call') then
    perform refuse_trunk('host', 'trial');
  end if;
  return new;
end $$;
`;
