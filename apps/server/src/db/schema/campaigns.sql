-- Campaigns that people call for by hand, with their customers and how far each has come.

create table campaign (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  code text not null default '',
  kind text not null check (kind in ('advertising', 'care', 'transaction')),
  status text not null default 'draft' check (status in ('draft', 'running', 'paused', 'ended')),
  starts_on date,
  ends_on date,
  calls_from text not null default '08:00',
  calls_to text not null default '17:00',
  max_attempts integer not null default 3,
  pause_minutes integer not null default 240,
  script text not null default '',
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint campaign_period check (starts_on <= ends_on)
);
create unique index campaign_name_key on campaign (tenant_id, name_key(name));
create unique index campaign_code_key on campaign (tenant_id, lower(normalize(code) collate "und-x-icu"))
  where code <> '';
create index campaign_newest on campaign (tenant_id, created_at desc, id desc);
create index campaign_changed on campaign (tenant_id, updated_at, id);

create table campaign_member (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  campaign_id uuid not null,
  account_id uuid not null,
  position integer not null,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint campaign_member_once unique (tenant_id, campaign_id, account_id),
  constraint campaign_member_campaign_id_fkey foreign key (tenant_id, campaign_id)
    references campaign (tenant_id, id) on delete cascade,
  constraint campaign_member_account_id_fkey foreign key (tenant_id, account_id) references account (tenant_id, id)
);
create index campaign_member_account on campaign_member (tenant_id, account_id);

create table campaign_contact (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  campaign_id uuid not null,
  customer_id uuid not null,
  state text not null default 'new'
    check (state in ('new', 'calling', 'missed', 'call-again', 'done', 'declined', 'wrong-number', 'exhausted')),
  attempts integer not null default 0,
  last_at timestamptz,
  last_by uuid,
  -- Not before this; as long ago as can be where it does not matter, so that one index has all in their order.
  next_at timestamptz not null default '-infinity',
  claimed_by uuid,
  claimed_until timestamptz,
  -- The last call was placed, and nobody has said yet what came of it.
  awaits_outcome boolean not null default false,
  -- The customer's, so that what is found can be ordered without reading the customers.
  customer_at timestamptz not null default now(),
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint campaign_contact_once unique (tenant_id, campaign_id, customer_id),
  constraint campaign_contact_campaign_id_fkey foreign key (tenant_id, campaign_id)
    references campaign (tenant_id, id) on delete cascade,
  constraint campaign_contact_customer_id_fkey foreign key (tenant_id, customer_id)
    references customer (tenant_id, id) on delete cascade
);
create index campaign_contact_next on campaign_contact (tenant_id, campaign_id, state, next_at, id);
create index campaign_contact_customer on campaign_contact (tenant_id, customer_id);
create index campaign_contact_found on campaign_contact (tenant_id, campaign_id, customer_at, customer_id);
create index campaign_contact_claimed on campaign_contact (tenant_id, claimed_by) where claimed_by is not null;

create function contact_of_customer() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  select its.created_at into new.customer_at from customer as its
    where its.tenant_id = new.tenant_id and its.id = new.customer_id;
  return new;
end $$;
create trigger contact_of_customer before insert or update of customer_id on campaign_contact
  for each row execute function contact_of_customer();

-- What is kept of a conversation moves the customer on in the campaign for which whoever keeps it called them last,
-- wherever it is kept: on the campaign's page, in the pop-up, by a program.
create function settle_contact() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
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
end $$;
create trigger settle_contact before insert on disposition for each row execute function settle_contact();

-- By the index alone, whatever the planner thinks quicker: as many as are asked for.
create function find_campaign_contact(campaign uuid, at_most integer) returns table (id uuid, created_at timestamptz)
  language plpgsql stable set search_path = pg_catalog, public set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query select its.customer_id, its.customer_at from campaign_contact as its
    where its.tenant_id = (select current_tenant()) and its.campaign_id = campaign limit at_most;
end $$;

-- When a number was called for advertising last, for whichever campaign, also one that is gone.
create table advertised_number (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  e164 text not null,
  at timestamptz not null,
  primary key (tenant_id, e164)
) with (fillfactor = 80);

-- How often each rule has been in the way of a call.
create table campaign_refusal (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  campaign_id uuid not null,
  reason text not null,
  n integer not null default 1,
  last_at timestamptz not null,
  primary key (tenant_id, campaign_id, reason),
  constraint campaign_refusal_campaign_id_fkey foreign key (tenant_id, campaign_id)
    references campaign (tenant_id, id) on delete cascade
);
