import { roles } from '../roles.ts';
import { listed } from './lib-listed.ts';
import { uniqueName } from './lib-names.ts';
import { createTenantTable, guardByTenant, references, run, uniqueText } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** Campaigns that people call for by hand, with their customers and how far each has come. */
export const campaigns: Migration = {
  name: '0340-campaigns',
  async up(db) {
    await campaign(db);
    await contacts(db);
    await beside(db);
    await byDispositions(db);
    await found(db);
  },
};

async function campaign(db: MigrationDb): Promise<void> {
  await createTenantTable(db, 'campaign', [
    'name text not null',
    "code text not null default ''",
    "kind text not null check (kind in ('advertising', 'care', 'transaction'))",
    "status text not null default 'draft' check (status in ('draft', 'running', 'paused', 'ended'))",
    'starts_on date',
    'ends_on date',
    "calls_from text not null default '08:00'",
    "calls_to text not null default '17:00'",
    'max_attempts integer not null default 3',
    'pause_minutes integer not null default 240',
    "script text not null default ''",
    "note text not null default ''",
    'constraint campaign_period check (starts_on <= ends_on)',
  ]);
  await uniqueName(db, 'campaign');
  await uniqueText(db, 'campaign', 'code');
  await listed(db, 'campaign');
  await run(db, 'create index campaign_changed on campaign (tenant_id, updated_at, id)');
  await createTenantTable(db, 'campaign_member', [
    'campaign_id uuid not null',
    'account_id uuid not null',
    'position integer not null',
    references('campaign_member', 'campaign_id', 'campaign', 'cascade'),
    references('campaign_member', 'account_id', 'account'),
    'constraint campaign_member_once unique (tenant_id, campaign_id, account_id)',
  ]);
  await run(db, 'create index campaign_member_account on campaign_member (tenant_id, account_id)');
}

async function contacts(db: MigrationDb): Promise<void> {
  await createTenantTable(db, 'campaign_contact', [
    'campaign_id uuid not null',
    'customer_id uuid not null',
    `state text not null default 'new' check (state in
      ('new', 'calling', 'missed', 'call-again', 'done', 'declined', 'wrong-number', 'exhausted'))`,
    'attempts integer not null default 0',
    'last_at timestamptz',
    'last_by uuid',
    // Not before this; as long ago as can be where it does not matter, so that one index has all in their order.
    "next_at timestamptz not null default '-infinity'",
    'claimed_by uuid',
    'claimed_until timestamptz',
    // The last call was placed, and nobody has said yet what came of it.
    'awaits_outcome boolean not null default false',
    // The customer's, so that what is found can be put in order without looking at the customers.
    'customer_at timestamptz not null default now()',
    references('campaign_contact', 'campaign_id', 'campaign', 'cascade'),
    references('campaign_contact', 'customer_id', 'customer', 'cascade'),
    'constraint campaign_contact_once unique (tenant_id, campaign_id, customer_id)',
  ]);
  // Who is next, and how many there are of each state.
  await run(db, 'create index campaign_contact_next on campaign_contact (tenant_id, campaign_id, state, next_at, id)');
  await run(db, 'create index campaign_contact_customer on campaign_contact (tenant_id, customer_id)');
  await run(
    db,
    'create index campaign_contact_found on campaign_contact (tenant_id, campaign_id, customer_at, customer_id)',
  );
  await run(
    db,
    'create index campaign_contact_claimed on campaign_contact (tenant_id, claimed_by) where claimed_by is not null',
  );
  await run(
    db,
    `create function contact_of_customer() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        select its.created_at into new.customer_at from customer as its
          where its.tenant_id = new.tenant_id and its.id = new.customer_id;
        return new;
      end $$`,
  );
  await run(
    db,
    `create trigger contact_of_customer before insert or update of customer_id on campaign_contact
      for each row execute function contact_of_customer()`,
  );
}

async function beside(db: MigrationDb): Promise<void> {
  // When a number was called for advertising last, for whichever campaign, also one that is gone.
  await run(
    db,
    `create table advertised_number (
      tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
      e164 text not null,
      at timestamptz not null,
      primary key (tenant_id, e164)
    ) with (fillfactor = 80)`,
  );
  // How often each rule has been in the way of a call.
  await run(
    db,
    `create table campaign_refusal (
      tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
      campaign_id uuid not null,
      reason text not null,
      n integer not null default 1,
      last_at timestamptz not null,
      primary key (tenant_id, campaign_id, reason),
      ${references('campaign_refusal', 'campaign_id', 'campaign', 'cascade')}
    )`,
  );
  for (const table of ['advertised_number', 'campaign_refusal']) {
    await guardByTenant(db, table);
    await run(db, `grant select, insert, update, delete on ${table} to ${roles.app}`);
  }
}

/**
 * What is kept of a conversation moves the customer on in the campaign for which whoever keeps it called them last, wherever it is
 * kept: on the campaign's page, in the pop-up, by a program.
 */
async function byDispositions(db: MigrationDb): Promise<void> {
  // Which campaign it was for; it does not have to be there any longer.
  await run(db, 'alter table disposition add column campaign_id uuid');
  await run(
    db,
    `create function settle_contact() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      declare its record;
      begin
        -- One that comes back with its customer has done so before.
        if new.created_at <> now() then return new; end if;
        select contact.id, contact.campaign_id, contact.attempts >= campaign.max_attempts as is_last into its
          from campaign_contact as contact
            join campaign on campaign.tenant_id = contact.tenant_id and campaign.id = contact.campaign_id
          where contact.tenant_id = new.tenant_id and contact.customer_id = new.customer_id
            and contact.awaits_outcome and contact.last_by = new.created_by and contact.last_at > now() - interval '1 day'
          order by contact.last_at desc limit 1 for update of contact;
        if not found then return new; end if;
        new.campaign_id := its.campaign_id;
        update campaign_contact as contact set
            state = case
              when new.outcome in ('interested', 'agreed', 'other') then 'done'
              when new.outcome in ('declined', 'wrong-number') then new.outcome
              when its.is_last then 'exhausted'
              when new.outcome = 'call-again' then 'call-again'
              else 'missed' end,
            -- A promise is kept when it was given; anybody else is left alone as long as the campaign says.
            next_at = coalesce(new.next_call_at, contact.next_at),
            awaits_outcome = false, claimed_by = null, claimed_until = null,
            version = contact.version + 1, updated_at = now(), updated_by = new.created_by
          where contact.tenant_id = new.tenant_id and contact.id = its.id;
        return new;
      end $$`,
  );
  await run(
    db,
    `create trigger settle_contact before insert on disposition for each row execute function settle_contact()`,
  );
}

/** By the index alone, whatever is thought to be quicker: as many as are asked for. */
async function found(db: MigrationDb): Promise<void> {
  const name = 'find_campaign_contact(uuid, integer)';
  await run(
    db,
    `create function find_campaign_contact(campaign uuid, at_most integer)
      returns table (id uuid, created_at timestamptz)
      language plpgsql stable rows 1000 set search_path = pg_catalog, public
      set enable_seqscan = off set enable_bitmapscan = off as $$
      begin
        return query select its.customer_id, its.customer_at from campaign_contact as its
          where its.tenant_id = (select current_tenant()) and its.campaign_id = campaign limit at_most;
      end $$`,
  );
  await run(db, `revoke all on function ${name} from public`);
  await run(db, `grant execute on function ${name} to ${roles.app}`);
}
