import { resourceTable } from '../recipes/resource-table.ts';
import { run, uniqueText } from '../recipes/tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * What can come of a call is the company's to say. Those that everybody had are the first seven of each, under the words that calls have
 * kept of them; one that a company adds has its id for a word. A disposition refers to its outcome, and has the word besides.
 */
export const callOutcomes: Migration = {
  name: '0004-call-outcomes',
  async up(db) {
    await resourceTable(db, 'disposition_outcome', {
      columns: [
        'name text not null',
        "code text not null default ''",
        `"group" text not null default ''`,
        "colour text not null default '#64748b' check (colour ~ '^#[0-9a-f]{6}$')",
        'position integer not null default 0 check (position between 0 and 9999)',
        "next_step text not null default 'none' check (next_step in ('none', 'call-again'))",
        `campaign_state text not null default 'done'
          check (campaign_state in ('done', 'call-again', 'missed', 'declined', 'wrong-number'))`,
        'success boolean not null default false',
        'closes_return boolean not null default false',
        'active boolean not null default true',
        "note text not null default ''",
      ],
    });
    await uniqueText(db, 'disposition_outcome', 'code');
    await run(db, wordOfOwn);
    await run(db, firstOfCompany);
    await forEveryCompany(db);
    await referred(db);
    await run(db, settlesContact);
  },
};

/** An outcome of a company's own is known by its id, in calls too. */
const wordOfOwn = `
  create function word_of_outcome() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  begin
    if new.code = '' then new.code := new.id::text; end if;
    return new;
  end $$;
  create trigger word_of_outcome before insert on disposition_outcome for each row execute function word_of_outcome()`;

const firstOfCompany = `
  create function add_first_outcomes(company uuid) returns void
    language sql set search_path = pg_catalog, public as $$
    insert into disposition_outcome
      (tenant_id, id, name, code, "group", colour, position, next_step, campaign_state, success, closes_return)
    values
      (company, gen_random_uuid(), 'Quan tâm', 'interested', 'Gặp khách', '#2563eb', 1, 'none', 'done', false, true),
      (company, gen_random_uuid(), 'Hẹn gọi lại', 'call-again', 'Gặp khách', '#9333ea', 2, 'call-again', 'call-again', false, false),
      (company, gen_random_uuid(), 'Đã chốt', 'agreed', 'Gặp khách', '#15803d', 3, 'none', 'done', true, true),
      (company, gen_random_uuid(), 'Không có nhu cầu', 'declined', 'Gặp khách', '#64748b', 4, 'none', 'declined', false, true),
      (company, gen_random_uuid(), 'Không gặp', 'no-disposition', 'Không gặp', '#ca8a04', 5, 'none', 'missed', false, false),
      (company, gen_random_uuid(), 'Sai số', 'wrong-number', 'Không gặp', '#dc2626', 6, 'none', 'wrong-number', false, true),
      (company, gen_random_uuid(), 'Khác', 'other', '', '#64748b', 7, 'none', 'done', false, false)
  $$;
  create function first_outcomes() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  begin
    perform add_first_outcomes(new.id);
    return null;
  end $$;
  create trigger first_outcomes after insert on tenant for each row execute function first_outcomes()`;

/** Companies that are there have the first outcomes, and whoever sees to statuses of customers there sees to them. */
async function forEveryCompany(db: MigrationDb): Promise<void> {
  const tables = ['tenant', 'disposition_outcome', 'row_tally', 'role'];
  for (const table of tables) await run(db, `alter table ${table} no force row level security`);
  await run(db, 'select add_first_outcomes(id) from tenant');
  await run(
    db,
    `update role set permissions = permissions || (
        select array_agg('call-outcomes.' || split_part(has, '.', 2)) from unnest(permissions) as has
        where has like 'profile-status.%')
      where exists (select from unnest(permissions) as has where has like 'profile-status.%')`,
  );
  for (const table of tables) await run(db, `alter table ${table} force row level security`);
}

async function referred(db: MigrationDb): Promise<void> {
  await run(db, 'alter table disposition no force row level security');
  await run(db, 'alter table disposition_outcome no force row level security');
  await run(db, 'alter table disposition add column outcome_id uuid');
  // Nothing that was promised or counted changes.
  await run(db, 'alter table disposition disable trigger user');
  // Of a word that is none of the first, the last one of these stands in: nothing is lost of when and by whom.
  await run(
    db,
    `update disposition as said set outcome_id = (
        select its.id from disposition_outcome as its where its.tenant_id = said.tenant_id
          and its.code in (said.outcome, 'other') order by its.code = said.outcome desc limit 1)`,
  );
  await run(db, 'alter table disposition enable trigger user');
  await run(
    db,
    `alter table disposition add constraint disposition_outcome_known check (outcome_id is not null),
      add constraint disposition_outcome_id_fkey foreign key (tenant_id, outcome_id)
        references disposition_outcome (tenant_id, id)`,
  );
  await run(db, 'create index disposition_by_outcome on disposition (tenant_id, outcome_id)');
  await run(db, 'alter table disposition force row level security');
  await run(db, 'alter table disposition_outcome force row level security');
  await run(db, knowsOutcome);
}

/** Either of outcome and word tells the other. */
const knowsOutcome = `
  create function know_outcome() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  begin
    if new.outcome_id is null or tg_op = 'UPDATE' and new.outcome <> old.outcome and new.outcome_id = old.outcome_id then
      select its.id into new.outcome_id from disposition_outcome as its
        where its.tenant_id = new.tenant_id and lower(its.code) = lower(new.outcome);
    else
      select its.code into new.outcome from disposition_outcome as its
        where its.tenant_id = new.tenant_id and its.id = new.outcome_id;
    end if;
    return new;
  end $$;
  create trigger know_outcome before insert or update of outcome, outcome_id on disposition
    for each row execute function know_outcome();
  drop trigger tell_outcomes on disposition;
  create trigger tell_outcomes after insert or update of call_id, outcome, outcome_id or delete on disposition
    for each row execute function tell_outcomes()`;

/** As before, but for where an outcome leaves the customer: that the outcome says. */
const settlesContact = `
  create or replace function settle_contact() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  declare its record; leaves text;
  begin
    if new.created_at <> now() then return new; end if;
    select contact.id, contact.campaign_id, contact.attempts >= campaign.max_attempts as is_last into its
      from campaign_contact as contact
        join campaign on campaign.tenant_id = contact.tenant_id and campaign.id = contact.campaign_id
      where contact.tenant_id = new.tenant_id and contact.customer_id = new.customer_id
        and contact.awaits_outcome and contact.last_by = new.created_by and contact.last_at > now() - interval '1 day'
      order by contact.last_at desc limit 1 for update of contact;
    if not found then return new; end if;
    new.campaign_id := its.campaign_id;
    select campaign_state into leaves from disposition_outcome
      where disposition_outcome.tenant_id = new.tenant_id and disposition_outcome.id = new.outcome_id;
    update campaign_contact as contact set
        state = case
          when leaves in ('done', 'declined', 'wrong-number') then leaves
          when its.is_last then 'exhausted'
          else leaves end,
        next_at = coalesce(new.next_call_at, contact.next_at),
        awaits_outcome = false, claimed_by = null, claimed_until = null,
        version = contact.version + 1, updated_at = now(), updated_by = new.created_by
      where contact.tenant_id = new.tenant_id and contact.id = its.id;
    return new;
  end $$`;
