import { guardByTenant, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * What somebody agreed to or refused is a line that stays: with the number, how it was said, which words were played and for which campaign.
 * Nothing takes it away or rewrites it but the company's end. Whose card it belongs to may change, as cards are merged, and a person who is
 * erased leaves the bare fact, under a keyed hash of their number.
 */
export const consentsAreProof: Migration = {
  name: '0120-consents-are-proof',
  async up(db) {
    await run(
      db,
      `alter table consent
        -- The line outlives the card.
        drop constraint consent_customer_id_fkey,
        alter column customer_id drop not null,
        -- Canonical; '' where nobody's number was known, or the person is erased.
        add column number text not null default '',
        add column number_hash bytea,
        -- What they had heard when they said it, and a digest of it: words, sounds by their names.
        add column played text not null default '',
        add column played_sha256 text not null default '',
        -- A campaign that is deleted keeps its name here.
        add column campaign_id uuid,
        add column campaign_name text not null default ''`,
    );
    // How a card was last saved, for the line that its mark leaves.
    await run(
      db,
      `alter table customer add column saved_via text not null default 'card' check (saved_via in ('card', 'api', 'file', 'ledger'))`,
    );
    await run(db, 'alter table consent no force row level security');
    await run(db, 'alter table customer no force row level security');
    await run(
      db,
      `update consent set number = customer.numbers[1] from customer
        where customer.tenant_id = consent.tenant_id and customer.id = consent.customer_id and cardinality(customer.numbers) > 0`,
    );
    await run(db, 'alter table consent force row level security');
    await run(db, 'alter table customer force row level security');
    await run(
      db,
      `create index consent_newest on consent (tenant_id, created_at desc, id desc);
      create index consent_number on consent (tenant_id, number, created_at desc, id desc) where number <> '';
      create index consent_number_hash on consent (tenant_id, number_hash) where number_hash is not null`,
    );
    await run(db, marks);
    await guardByTenant(db, 'consent_salt');
    await run(db, filled);
    await run(db, kept);
    await run(db, erased);
    await run(db, ofCards);
  },
};

/** By what the number of somebody who was erased is known again by whoever has the number: nobody reads what it is mixed with. */
const marks = `
  create table consent_salt (
    tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade primary key,
    salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  );
  create function consent_mark(number text) returns bytea
    language sql stable security definer set search_path = pg_catalog, public as $$
    select sha256(salt || convert_to(number, 'UTF8')) from public.consent_salt where tenant_id = public.current_tenant()
  $$;
  grant select (tenant_id) on consent_salt to ${roles.app};
  revoke all on function consent_mark from public;
  grant execute on function consent_mark to ${roles.app}`;

/** What whoever writes a line need not say: the card's number, the campaign of the call, the message that was played in it. */
const filled = `
  create function fill_consent() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  begin
    if new.number = '' and new.customer_id is not null then
      new.number := coalesce((select numbers[1] from public.customer
        where tenant_id = new.tenant_id and id = new.customer_id), '');
    end if;
    if new.call_id is not null and new.campaign_id is null then
      new.campaign_id := (select campaign_id from public.campaign_attempt
        where tenant_id = new.tenant_id and call_id = new.call_id limit 1);
    end if;
    if new.campaign_id is not null then
      new.campaign_name := coalesce((select name from public.campaign
        where tenant_id = new.tenant_id and id = new.campaign_id), '');
      if new.way = 'key' and new.played = '' then
        select coalesce(string_agg(case part.kind when 'words' then part.words else '[' || coalesce(greeting.name, '') || ']' end,
              E'\\n' order by part.position), ''),
            coalesce(encode(sha256(convert_to(string_agg(part.kind || '|' || part.words || '|' || coalesce(greeting.audio_id::text, ''),
              E'\\n' order by part.position), 'UTF8')), 'hex'), '')
          into new.played, new.played_sha256
          from public.campaign_message as part
            left join public.greeting on greeting.tenant_id = part.tenant_id and greeting.id = part.greeting_id
          where part.tenant_id = new.tenant_id and part.campaign_id = new.campaign_id;
      end if;
    end if;
    return new;
  end $$;
  create trigger consent_filled before insert on consent for each row execute function fill_consent()`;

/** Whoever owns the table is bound by it as well. */
const kept = `
  create function keep_consent() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  declare
    moved public.consent := old;
    forgotten public.consent := old;
  begin
    if tg_op = 'DELETE' then
      -- Of a company that is being deleted nothing is kept.
      if not exists (select from public.tenant where id = old.tenant_id) then return old; end if;
      raise exception 'A line of the ledger of consents stays' using errcode = 'restrict_violation';
    end if;
    moved.customer_id := new.customer_id;
    if new is not distinct from moved then return new; end if;
    forgotten.customer_id := null;
    forgotten.number := '';
    forgotten.number_hash := new.number_hash;
    forgotten.evidence := '';
    if new is not distinct from forgotten then return new; end if;
    raise exception 'A line of the ledger of consents does not change' using errcode = 'restrict_violation';
  end $$;
  create trigger consent_kept before update or delete on consent for each row execute function keep_consent();
  revoke update, delete on consent from ${roles.app};
  grant update (customer_id) on consent to ${roles.app}`;

const erased = `
  create function forget_consents(customer uuid, numbers text[]) returns integer
    language plpgsql security definer set search_path = pg_catalog, public as $$
  declare
    company uuid := public.current_tenant();
    n integer;
  begin
    insert into public.consent_salt (tenant_id) values (company) on conflict do nothing;
    update public.consent as its set customer_id = null, number = '', evidence = '',
        number_hash = case when its.number = '' then its.number_hash else public.consent_mark(its.number) end
      where its.tenant_id = company and (its.customer_id = customer
        -- What was said by a number that is on no card any more.
        or its.number <> '' and its.number = any (numbers) and not exists (
          select from public.customer as one where one.tenant_id = company and one.id = its.customer_id));
    get diagnostics n = row_count;
    return n;
  end $$;
  revoke all on function forget_consents from public;
  grant execute on function forget_consents to ${roles.app}`;

/**
 * A card's mark, however it is set or lifted, is a line; and a number that refused is refused on a card that is made for it later. Taking
 * back what a program did (\`app.undone\`) is nobody's word.
 */
const ofCards = `
  create function is_undone() returns boolean language sql stable set search_path = pg_catalog as $$
    select coalesce(current_setting('app.undone', true), '') = 'true'
  $$;
  create function tell_refusal_of_card() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  declare said boolean;
  begin
    if public.is_undone() then return null; end if;
    select given into said from public.consent
      where tenant_id = new.tenant_id and customer_id = new.id and purpose = 'marketing'
      order by created_at desc, id desc limit 1;
    -- The line was there first, and the mark follows from it.
    if said is not distinct from not new.do_not_call then return null; end if;
    insert into public.consent (tenant_id, id, customer_id, purpose, given, way, number, created_by)
      values (new.tenant_id, gen_random_uuid(), new.id, 'marketing', not new.do_not_call, new.saved_via,
        coalesce(new.numbers[1], ''), coalesce(new.updated_by, new.created_by));
    return null;
  end $$;
  create trigger customer_refusal_told after update on customer
    for each row when (new.do_not_call is distinct from old.do_not_call) execute function tell_refusal_of_card();
  create trigger customer_refusal_told_first after insert on customer
    for each row when (new.do_not_call) execute function tell_refusal_of_card();
  create function refuses_by_ledger(number text) returns boolean
    language sql stable set search_path = pg_catalog, public as $$
    select coalesce((
      select not given from (
        (select given, created_at, id from public.consent
          where tenant_id = public.current_tenant() and consent.number = refuses_by_ledger.number and consent.number <> ''
            and purpose = 'marketing' order by created_at desc, id desc limit 1)
        union all
        (select given, created_at, id from public.consent
          where tenant_id = public.current_tenant() and number_hash = public.consent_mark(refuses_by_ledger.number)
            and purpose = 'marketing' order by created_at desc, id desc limit 1)
      ) as said order by created_at desc, id desc limit 1), false)
  $$;
  create function refuse_for_new_cards() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  declare salted boolean;
  begin
    if public.is_undone() then return null; end if;
    if not exists (select from public.consent where tenant_id = public.current_tenant() and purpose = 'marketing') then
      return null;
    end if;
    update public.consent as its set customer_id = added.id from added
      where its.tenant_id = added.tenant_id and its.number <> '' and its.number = any (added.numbers)
        and its.customer_id is null;
    salted := exists (select from public.consent where tenant_id = public.current_tenant() and number_hash is not null);
    -- Most numbers are in no line: only of the others it is asked what was said last.
    update public.customer as its set do_not_call = true, saved_via = 'ledger' from (
      select added.tenant_id, added.id from added
        where not added.do_not_call and exists (
          select from unnest(added.numbers) as one(number)
            where case when exists (
                select from public.consent as line
                  where line.tenant_id = added.tenant_id and line.number = one.number and line.number <> '')
              or salted and exists (
                select from public.consent as line
                  where line.tenant_id = added.tenant_id and line.number_hash = public.consent_mark(one.number))
              then public.refuses_by_ledger(one.number) else false end)
    ) as found where its.tenant_id = found.tenant_id and its.id = found.id;
    return null;
  end $$;
  create trigger customer_refused_before after insert on customer
    referencing new table as added for each statement execute function refuse_for_new_cards()`;
