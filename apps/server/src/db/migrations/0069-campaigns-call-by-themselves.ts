import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * A campaign may call by itself: customers are called for whoever is free in a queue, so many lines for each. A call that it places has
 * its id before anybody dials; whoever takes it in the queue has the customer, and one whom nobody takes in time is counted as that.
 */
export const campaignsCallByThemselves: Migration = {
  name: '0069-campaigns-call-by-themselves',
  async up(db) {
    await run(
      db,
      `alter table campaign
        add column mode text not null default 'hand'
          constraint campaign_mode check (mode in ('hand', 'preview', 'progressive', 'ratio')),
        add column queue_id uuid,
        add column preview_seconds integer not null default 10 check (preview_seconds between 3 and 300),
        add column lines_per_agent real not null default 1.5 check (lines_per_agent between 1 and 5),
        add column wait_seconds integer not null default 2 check (wait_seconds between 1 and 30),
        add column abandon_percent integer not null default 3 check (abandon_percent between 1 and 10),
        add ${references('campaign', 'queue_id', 'queue')} deferrable`,
    );
    await run(db, 'create index campaign_queue on campaign (tenant_id, queue_id)');
    await run(
      db,
      `alter table campaign_attempt add column dialled boolean not null default false, add column ended_at timestamptz;
      create index campaign_attempt_open on campaign_attempt (tenant_id, campaign_id) where dialled and ended_at is null;
      create index campaign_attempt_dialled on campaign_attempt (tenant_id, at) where dialled`,
    );
    // Each time that a campaign has decided otherwise how many to call, and why; what is old goes.
    await createTenantTable(db, 'campaign_decision', [
      'campaign_id uuid not null',
      'at timestamptz not null',
      'dial integer not null',
      'words text not null',
      references('campaign_decision', 'campaign_id', 'campaign', 'cascade'),
    ]);
    await run(db, 'create index campaign_decision_of on campaign_decision (tenant_id, campaign_id, at desc, id desc)');
    await run(db, toldByHistory);
  },
};

/**
 * What is known of a call by its row: who of ours has it, and how it ended. Whoever takes one that the campaign placed by itself has the
 * customer from then on, as if they had taken them by hand; where nobody did, the network's word is what came of it.
 */
const toldByHistory = `
  create or replace function attempt_outcome() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  declare
    placed campaign_attempt;
    its campaign_contact;
    becomes campaign_contact;
    agent uuid;
    word text := '';
    is_over boolean := new.status <> 'in_progress';
  begin
    select * into placed from campaign_attempt as one
      where one.tenant_id = new.tenant_id and one.call_id = new.id;
    if not found then return null; end if;
    -- The customer before the call, as whoever says what came of it takes them: neither waits for the other.
    perform from campaign_contact as contact
      where contact.tenant_id = placed.tenant_id and contact.campaign_id = placed.campaign_id
        and contact.customer_id = placed.customer_id for update;
    select * into placed from campaign_attempt as one
      where one.tenant_id = new.tenant_id and one.call_id = new.id for update;
    if not found then return null; end if;
    if placed.dialled and new.agent_extension <> '' then
      select id into agent from account
        where account.tenant_id = new.tenant_id and account.extension = new.agent_extension;
    end if;
    if is_over then
      word := case new.status
        when 'no_answer' then 'no_answer' when 'cancelled' then 'no_answer' when 'busy' then 'busy'
        when 'failed' then 'failed' when 'blocked' then 'failed'
        when 'answered' then case when placed.dialled and new.agent_extension = '' then 'abandoned' else '' end
        else '' end;
    end if;
    update campaign_attempt set
        result = case when is_over then word else result end,
        shown = coalesce(nullif(new.service_number, ''), shown),
        call_started_at = new.started_at,
        account_id = coalesce(account_id, agent),
        ended_at = case when is_over then coalesce(ended_at, new.ended_at, now()) end,
        updated_at = now()
      where tenant_id = placed.tenant_id and id = placed.id;
    select contact.* into its from campaign_contact as contact
      where contact.tenant_id = placed.tenant_id and contact.campaign_id = placed.campaign_id
        and contact.customer_id = placed.customer_id and contact.awaits_outcome and contact.last_at = placed.at
      for update of contact;
    if not found then return null; end if;
    if agent is not null and placed.account_id is null then
      update campaign_contact as contact set
          state = 'calling', last_by = agent, claimed_by = agent,
          claimed_until = greatest(now(), new.started_at) + interval '5 minutes',
          version = contact.version + 1, updated_at = now()
        where contact.tenant_id = its.tenant_id and contact.id = its.id;
      return null;
    end if;
    -- Of one that somebody of ours has spoken in, they say what came of it.
    if not is_over or placed.outcome <> '' or placed.account_id is not null and placed.dialled then return null; end if;
    if not placed.dialled and (word = '' or its.claimed_by is not null or its.state not in ('missed', 'exhausted')) then
      return null;
    end if;
    becomes := after_call(its, '', word, 'missed', null);
    update campaign_contact as contact set
        state = becomes.state, next_at = becomes.next_at, number = becomes.number, stopped = becomes.stopped,
        awaits_outcome = contact.awaits_outcome and not placed.dialled,
        claimed_until = case when placed.dialled then null else contact.claimed_until end,
        version = contact.version + 1, updated_at = now()
      where contact.tenant_id = its.tenant_id and contact.id = its.id;
    return null;
  end $$;
  drop trigger attempt_outcome on call;
  create trigger attempt_outcome after insert on call
    for each row when (new.purpose = 'campaign') execute function attempt_outcome();
  create trigger attempt_outcome_later after update on call
    for each row when (new.purpose = 'campaign' and (new.status is distinct from old.status
      or new.agent_extension is distinct from old.agent_extension)) execute function attempt_outcome()`;
