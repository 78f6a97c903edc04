import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * A campaign that calls by itself may end calls that a machine has picked up. Such a call is none that a customer was left alone in: what came
 * of it is that, whether or not somebody of ours had it by then.
 */
export const machinesThatPickUp: Migration = {
  name: '0114-machines-that-pick-up',
  async up(db) {
    await run(
      db,
      `alter table campaign add column machines text not null default 'talk' check (machines in ('talk', 'hang-up'));
      -- Why a machine has picked up, in words.
      alter table campaign_attempt add column machine text not null default ''`,
    );
    await run(db, settleMachine);
  },
};

const settleMachine = `
  create function settle_machine() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  declare
    placed campaign_attempt;
    its campaign_contact;
    becomes campaign_contact;
  begin
    select * into placed from campaign_attempt as one
      where one.tenant_id = new.tenant_id and one.call_id = new.id and one.machine <> '';
    if not found or placed.outcome <> '' or placed.result = 'machine' then return null; end if;
    select contact.* into its from campaign_contact as contact
      where contact.tenant_id = placed.tenant_id and contact.campaign_id = placed.campaign_id
        and contact.customer_id = placed.customer_id for update;
    update campaign_attempt set result = 'machine', updated_at = now()
      where tenant_id = placed.tenant_id and id = placed.id and outcome = '';
    if its.id is null or its.last_at is distinct from placed.at or its.claimed_by is not null
      or its.state not in ('missed', 'exhausted') then return null; end if;
    becomes := after_call(its, '', 'machine', 'missed', null);
    update campaign_contact as contact set
        state = becomes.state, next_at = becomes.next_at, number = becomes.number, stopped = becomes.stopped,
        version = contact.version + 1, updated_at = now()
      where contact.tenant_id = its.tenant_id and contact.id = its.id;
    return null;
  end $$;
  create trigger settle_machine after insert or update of status on call
    for each row when (new.purpose = 'campaign' and new.status <> 'in_progress') execute function settle_machine()`;
