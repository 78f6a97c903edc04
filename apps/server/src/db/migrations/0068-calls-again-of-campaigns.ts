import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * What a campaign does after each kind of call: again, another number of the customer, or not any more; by which numbers of the
 * company it calls, and how often each. A call knows the number that was called, and what the network said of it.
 */
export const callsAgainOfCampaigns: Migration = {
  name: '0068-calls-again-of-campaigns',
  async up(db) {
    await run(
      db,
      `alter table campaign
        add column caller_own_network boolean not null default true,
        add column caller_calls integer check (caller_calls between 1 and 10000),
        add column caller_minutes integer not null default 60 check (caller_minutes between 1 and 10080)`,
    );
    await createTenantTable(db, 'campaign_retry', [
      'campaign_id uuid not null',
      'position integer not null default 0',
      // An outcome of the company by its word, or what the network said.
      "result text not null check (result <> '')",
      "step text not null check (step in ('again', 'other-number', 'stop'))",
      'minutes integer not null default 60 check (minutes between 1 and 43200)',
      'most integer not null default 2 check (most between 1 and 20)',
      references('campaign_retry', 'campaign_id', 'campaign', 'cascade'),
      'constraint campaign_retry_once unique (tenant_id, campaign_id, result)',
    ]);
    await createTenantTable(db, 'campaign_number', [
      'campaign_id uuid not null',
      'service_number_id uuid not null',
      'position integer not null default 0',
      references('campaign_number', 'campaign_id', 'campaign', 'cascade'),
      references('campaign_number', 'service_number_id', 'service_number'),
      'constraint campaign_number_once unique (tenant_id, campaign_id, service_number_id)',
    ]);
    await run(db, 'create index campaign_number_number on campaign_number (tenant_id, service_number_id)');
    await run(
      db,
      // Which number of the customer is called next; their first where it is null, or theirs no more.
      `alter table campaign_contact add column number text, add column stopped boolean not null default false;
      alter table campaign_attempt
        add column number text not null default '',
        add column result text not null default '',
        add column shown text not null default '';
      create index campaign_attempt_of_call on campaign_attempt (tenant_id, call_id) where call_id is not null;
      create index campaign_attempt_shown on campaign_attempt (tenant_id, shown, at desc) where shown <> ''`,
    );
    for (const made of [contactNumber, afterCall, givenBack, settlesContact, toldByNetwork, forgetsOutcome]) {
      await run(db, made);
    }
  },
};

const contactNumber = `
  create function contact_number(number text, numbers text[]) returns text
    language sql immutable set search_path = pg_catalog, public as $$
    select case when number = any(numbers) then number else coalesce(numbers[1], '') end
  $$`;

/**
 * How a customer of a campaign stands after a call of which \`said\` is what somebody said, \`network\` what the network did, and \`leaves\`
 * where that outcome leaves them: by the campaign's rule for it, or as every campaign has it. The call itself has both words by then.
 */
const afterCall = `
  create function after_call(its campaign_contact, said text, network text, leaves text, promised timestamptz)
    returns campaign_contact
    language plpgsql stable set search_path = pg_catalog, public as $$
  declare
    rule campaign_retry;
    most integer;
    n integer;
    next_number text;
    is_final boolean := leaves in ('done', 'declined', 'wrong-number');
  begin
    select max_attempts into most from campaign
      where campaign.tenant_id = its.tenant_id and campaign.id = its.campaign_id;
    its.next_at := coalesce(promised, its.next_at);
    its.stopped := false;
    its.state := case when is_final then leaves when its.attempts >= most then 'exhausted' else leaves end;
    -- A promise is kept when it was given.
    if promised is not null then return its; end if;
    select * into rule from campaign_retry as one
      where one.tenant_id = its.tenant_id and one.campaign_id = its.campaign_id
        and (one.result = said or leaves = 'missed' and one.result = network and one.result <> '')
      order by one.result = said desc limit 1;
    if rule.id is null then return its; end if;
    select count(*)::int into n from (
      select outcome, result from campaign_attempt as one
        where one.tenant_id = its.tenant_id and one.campaign_id = its.campaign_id and one.customer_id = its.customer_id
        order by one.at desc, one.id desc limit its.attempts) as tried
      where rule.result in (tried.outcome, tried.result);
    if rule.step = 'stop' or n > rule.most or its.attempts >= most then
      its.stopped := not is_final and its.attempts < most;
      its.state := case when is_final then leaves else 'exhausted' end;
      return its;
    end if;
    if rule.step = 'other-number' then
      -- Who was called at all of them is called at the first again, but where it is theirs no more.
      select theirs.number into next_number
        from customer cross join lateral unnest(customer.numbers) with ordinality as theirs(number, place)
          left join lateral (
            select count(*) as n, coalesce(bool_or(leads.campaign_state = 'wrong-number'), false) as wrong from (
              select outcome, number from campaign_attempt as one
                where one.tenant_id = its.tenant_id and one.campaign_id = its.campaign_id
                  and one.customer_id = its.customer_id
                order by one.at desc, one.id desc limit its.attempts) as tried
              left join disposition_outcome as leads
                on leads.tenant_id = its.tenant_id and leads.code = tried.outcome
              where tried.number = theirs.number) as before on true
        where customer.tenant_id = its.tenant_id and customer.id = its.customer_id and not before.wrong
        order by before.n > 0, theirs.place limit 1;
      if next_number is null then
        its.stopped := not is_final;
        its.state := case when is_final then leaves else 'exhausted' end;
        return its;
      end if;
      its.number := next_number;
    end if;
    its.state := 'missed';
    its.next_at := coalesce(its.last_at, now()) + make_interval(mins => rule.minutes);
    return its;
  end $$`;

/** Of whom nobody says what came of the call is left what the network did. */
const givenBack = `
  create function given_back(its campaign_contact) returns campaign_contact
    language plpgsql stable set search_path = pg_catalog, public as $$
  declare network text;
  begin
    if its.state <> 'calling' then return its; end if;
    select result into network from campaign_attempt as one
      where one.tenant_id = its.tenant_id and one.campaign_id = its.campaign_id and one.customer_id = its.customer_id
      order by one.at desc, one.id desc limit 1;
    return after_call(its, '', coalesce(network, ''), 'missed', null);
  end $$`;

/** As before, and by the campaign's own rules. */
const settlesContact = `
  create or replace function settle_contact() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  declare its campaign_contact; becomes campaign_contact; leaves text; network text;
  begin
    if new.created_at <> now() then return new; end if;
    select contact.* into its from campaign_contact as contact
      where contact.tenant_id = new.tenant_id and contact.customer_id = new.customer_id
        and contact.awaits_outcome and contact.last_by = new.created_by and contact.last_at > now() - interval '1 day'
      order by contact.last_at desc limit 1 for update of contact;
    if not found then return new; end if;
    new.campaign_id := its.campaign_id;
    select campaign_state into leaves from disposition_outcome
      where disposition_outcome.tenant_id = new.tenant_id and disposition_outcome.id = new.outcome_id;
    update campaign_attempt set outcome = new.outcome, disposition_id = new.id, updated_at = now()
      where tenant_id = new.tenant_id and id = (
        select last.id from campaign_attempt as last
          where last.tenant_id = new.tenant_id and last.campaign_id = its.campaign_id
            and last.customer_id = new.customer_id and last.account_id = new.created_by
          order by last.at desc, last.id desc limit 1)
      returning result into network;
    becomes := after_call(its, new.outcome, coalesce(network, ''), leaves, new.next_call_at);
    update campaign_contact as contact set
        state = becomes.state, next_at = becomes.next_at, number = becomes.number, stopped = becomes.stopped,
        awaits_outcome = false, claimed_by = null, claimed_until = null,
        version = contact.version + 1, updated_at = now(), updated_by = new.created_by
      where contact.tenant_id = new.tenant_id and contact.id = its.id;
    return new;
  end $$`;

/**
 * What the network said of a call that is over. Whoever has gone on by then without a word has given the customer back before it was
 * known: they stand by it now.
 */
const toldByNetwork = `
  create function attempt_outcome() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  declare word text; placed record; its campaign_contact; becomes campaign_contact;
  begin
    word := case new.status
      when 'no_answer' then 'no_answer' when 'cancelled' then 'no_answer' when 'busy' then 'busy'
      when 'failed' then 'failed' else '' end;
    update campaign_attempt set result = word, shown = coalesce(nullif(new.service_number, ''), shown), updated_at = now()
      where tenant_id = new.tenant_id and call_id = new.id
      returning campaign_id, customer_id, at, outcome into placed;
    if not found or word = '' or placed.outcome <> '' then return null; end if;
    select contact.* into its from campaign_contact as contact
      where contact.tenant_id = new.tenant_id and contact.campaign_id = placed.campaign_id
        and contact.customer_id = placed.customer_id and contact.awaits_outcome and contact.last_at = placed.at
        and contact.state in ('missed', 'exhausted') and contact.claimed_by is null
      for update of contact;
    if not found then return null; end if;
    becomes := after_call(its, '', word, 'missed', null);
    update campaign_contact as contact set
        state = becomes.state, next_at = becomes.next_at, number = becomes.number, stopped = becomes.stopped,
        version = contact.version + 1, updated_at = now()
      where contact.tenant_id = new.tenant_id and contact.id = its.id;
    return null;
  end $$;
  create trigger attempt_outcome after insert or update of status on call
    for each row when (new.purpose = 'campaign' and new.status <> 'in_progress') execute function attempt_outcome()`;

/** An outcome that is gone is waited for by nobody. */
const forgetsOutcome = `
  create function retry_forgets() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  begin
    delete from campaign_retry where tenant_id = old.tenant_id and result = old.code;
    return null;
  end $$;
  create trigger retry_forgets after delete on disposition_outcome
    for each row execute function retry_forgets()`;
