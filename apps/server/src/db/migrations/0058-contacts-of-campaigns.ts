import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Each call of a campaign is kept by itself, with who placed it, what came of it and which conversation it became: a customer's row knows
 * the last one only. A customer of a campaign can be kept for one of its people, and a list of a million is in the order of an index.
 */
export const contactsOfCampaigns: Migration = {
  name: '0058-contacts-of-campaigns',
  async up(db) {
    await run(db, 'alter table campaign_contact add column assigned_to uuid');
    for (const [name, columns] of Object.entries(orders)) {
      await run(db, `create index ${name} on campaign_contact (tenant_id, campaign_id, ${columns}, id)`);
    }
    await createTenantTable(db, 'campaign_attempt', [
      'campaign_id uuid not null',
      'customer_id uuid not null',
      // Which one it was, as the rules of then counted it.
      'nth integer not null',
      'at timestamptz not null',
      'account_id uuid',
      // The word of what came of it, as in the history of calls; empty as long as nobody has said it.
      "outcome text not null default ''",
      // No references: what was said and conversations may go earlier.
      'disposition_id uuid',
      'call_id uuid',
      'call_started_at timestamptz',
      references('campaign_attempt', 'campaign_id', 'campaign', 'cascade'),
      references('campaign_attempt', 'customer_id', 'customer', 'cascade'),
    ]);
    await run(
      db,
      'create index campaign_attempt_of on campaign_attempt (tenant_id, campaign_id, customer_id, at desc, id desc)',
    );
    await run(db, 'create index campaign_attempt_customer on campaign_attempt (tenant_id, customer_id)');
    await run(
      db,
      `create index campaign_attempt_call on campaign_attempt (tenant_id, campaign_id, call_started_at, call_id)
        where call_id is not null`,
    );
    await run(db, 'create index campaign_attempt_said on campaign_attempt (tenant_id, disposition_id)');
    for (const table of written) await run(db, `alter table ${table} no force row level security`);
    for (const past of ofBefore) await run(db, past);
    for (const table of written) await run(db, `alter table ${table} force row level security`);
    await run(db, settlesContact);
    await run(db, followsWhatIsSaid);
    await run(db, knowsItsCall);
  },
};

/** The orders of the list, each with and without a state. */
const orders = {
  campaign_contact_by_last: 'last_at desc nulls last',
  campaign_contact_by_state_and_last: 'state, last_at desc nulls last',
  campaign_contact_by_next: 'next_at',
} as const;

const written = ['campaign_contact', 'campaign_attempt', 'disposition', 'call'];

/** What is known of calls of before: of each that something was said of, and of the last one of each customer. */
const ofBefore = [
  `insert into campaign_attempt (tenant_id, id, campaign_id, customer_id, nth, at, account_id, outcome, disposition_id)
    select said.tenant_id, gen_random_uuid(), said.campaign_id, said.customer_id,
        row_number() over (partition by said.tenant_id, said.campaign_id, said.customer_id order by said.created_at, said.id),
        said.created_at, said.created_by, said.outcome, said.id
      from disposition as said where said.campaign_id is not null and said.customer_id is not null
        and exists (select from campaign where campaign.tenant_id = said.tenant_id and campaign.id = said.campaign_id)`,
  `update campaign_attempt as its set call_id = call.id, call_started_at = call.started_at
    from disposition as said join call on call.tenant_id = said.tenant_id and call.id = said.call_id
    where said.tenant_id = its.tenant_id and said.id = its.disposition_id`,
  `insert into campaign_attempt (tenant_id, id, campaign_id, customer_id, nth, at, account_id)
    select contact.tenant_id, gen_random_uuid(), contact.campaign_id, contact.customer_id, contact.attempts, contact.last_at,
        contact.last_by
      from campaign_contact as contact
      where contact.last_at is not null and contact.attempts > 0 and not exists (
        select from campaign_attempt as its where its.tenant_id = contact.tenant_id
          and its.campaign_id = contact.campaign_id and its.customer_id = contact.customer_id and its.at >= contact.last_at)`,
];

/** As before, and the call itself has what came of it. */
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
    update campaign_attempt set outcome = new.outcome, disposition_id = new.id, updated_at = now()
      where tenant_id = new.tenant_id and id = (
        select last.id from campaign_attempt as last
          where last.tenant_id = new.tenant_id and last.campaign_id = its.campaign_id
            and last.customer_id = new.customer_id and last.account_id = new.created_by
          order by last.at desc, last.id desc limit 1);
    return new;
  end $$`;

/** An outcome whose place another one has taken is that one here, too. */
const followsWhatIsSaid = `
  create function attempt_follows() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  begin
    update campaign_attempt set outcome = new.outcome, updated_at = now()
      where tenant_id = new.tenant_id and disposition_id = new.id and outcome <> new.outcome;
    return null;
  end $$;
  create trigger attempt_follows after update of outcome, outcome_id on disposition
    for each row when (new.campaign_id is not null) execute function attempt_follows()`;

/** A conversation that was prepared for a campaign is the call that was placed for it, at that number, by whoever it comes from. */
const knowsItsCall = `
  create function attempt_of_call() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  begin
    update campaign_attempt set call_id = new.id, call_started_at = new.started_at, updated_at = now()
      where tenant_id = new.tenant_id and id = (
        select placed.id from customer_phone as phone
          join campaign_attempt as placed
            on placed.tenant_id = phone.tenant_id and placed.customer_id = phone.customer_id
          join account on account.tenant_id = placed.tenant_id and account.id = placed.account_id
        where phone.tenant_id = new.tenant_id and phone.e164 = new.outside_number
          and account.extension = new.from_extension and placed.call_id is null
          and placed.at between new.started_at - interval '10 minutes' and new.started_at + interval '1 minute'
        order by placed.at desc, placed.id desc limit 1);
    return null;
  end $$;
  create trigger attempt_of_call after insert on call
    for each row when (new.purpose = 'campaign') execute function attempt_of_call()`;
