import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Announcements of carriers that were heard instead of an answer, each once by its print, and the calls that it was heard in. Whoever listens
 * names it, and all these calls are of that word from then on: of a campaign's the customer stands by it.
 */
export const whatNetworksSay: Migration = {
  name: '0113-what-networks-say',
  async up(db) {
    await createTenantTable(db, 'network_saying', [
      "meaning text not null default '' check (meaning in ('', 'unreachable', 'suspended', 'wrong-number', 'busy', 'no-answer', 'other', 'music'))",
      '"like" text not null check ("like" in (\'speech\', \'music\'))',
      'ms integer not null',
      'print bytea not null',
      // A-law at 8 kHz; none until it was heard of three numbers.
      'sound bytea',
      'first_at timestamptz not null',
      'last_at timestamptz not null',
    ]);
    await createTenantTable(db, 'heard_saying', [
      'saying_id uuid not null',
      'call_id uuid not null',
      'leg_id text not null',
      "trunk_id text not null default ''",
      'at timestamptz not null',
      // The word that its campaign knows of it.
      "settled text not null default ''",
      references('heard_saying', 'saying_id', 'network_saying', 'cascade'),
      'constraint heard_saying_once unique (tenant_id, call_id, leg_id)',
    ]);
    await run(
      db,
      `create index network_saying_last on network_saying (tenant_id, last_at);
      create index heard_saying_of on heard_saying (tenant_id, saying_id, at desc);
      create index heard_saying_at on heard_saying (tenant_id, at)`,
    );
    for (const made of [networkWordOf, settleByNetwork, toldWithTheCall, wrongByNetwork]) await run(db, made);
  },
};

/** The word of `networkResults` that a call's announcement comes to; null where nobody has named one. */
const networkWordOf = `
  create function network_word_of(of_call uuid) returns text
    language sql stable set search_path = pg_catalog, public as $$
    select case saying.meaning when 'wrong-number' then 'wrong_number' when 'no-answer' then 'no_answer' else saying.meaning end
      from heard_saying as heard
        join network_saying as saying on saying.tenant_id = heard.tenant_id and saying.id = heard.saying_id
      where heard.tenant_id = (select current_tenant()) and heard.call_id = of_call
        and saying.meaning in ('unreachable', 'suspended', 'wrong-number', 'busy', 'no-answer')
      order by heard.at desc limit 1
  $$`;

/** A campaign's call that the network has said something of: its customer stands by that, where nobody has said or done anything since. */
const settleByNetwork = `
  create function settle_by_network(of_call uuid) returns void
    language plpgsql set search_path = pg_catalog, public as $$
  declare
    word text := network_word_of(of_call);
    placed campaign_attempt;
    its campaign_contact;
    becomes campaign_contact;
  begin
    if word is null then return; end if;
    select * into placed from campaign_attempt as one
      where one.tenant_id = (select current_tenant()) and one.call_id = of_call;
    if not found or placed.outcome <> '' or placed.result in ('', 'abandoned', word) then return; end if;
    -- The customer before the call, as whoever says what came of it takes them.
    select contact.* into its from campaign_contact as contact
      where contact.tenant_id = placed.tenant_id and contact.campaign_id = placed.campaign_id
        and contact.customer_id = placed.customer_id for update;
    update campaign_attempt set result = word, updated_at = now()
      where tenant_id = placed.tenant_id and id = placed.id and outcome = '';
    if its.id is null or its.last_at is distinct from placed.at or its.claimed_by is not null
      or its.state not in ('missed', 'exhausted') then return; end if;
    becomes := after_call(its, '', word, 'missed', null);
    update campaign_contact as contact set
        state = becomes.state, next_at = becomes.next_at, number = becomes.number, stopped = becomes.stopped,
        version = contact.version + 1, updated_at = now()
      where contact.tenant_id = its.tenant_id and contact.id = its.id;
  end $$`;

/** The announcement is often known before the call's row: whatever writes that says it after all others. */
const toldWithTheCall = `
  create function told_by_network() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  begin
    perform settle_by_network(new.id);
    return null;
  end $$;
  create trigger told_by_network after insert or update of status on call
    for each row when (new.purpose = 'campaign' and new.answered_at is null
      and new.status in ('no_answer', 'cancelled', 'busy', 'failed')) execute function told_by_network()`;

/** A number of which the network says that it is none is not called again, unless a rule has found another one of the customer. */
const wrongByNetwork = `
  create function wrong_by_network() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  declare last campaign_attempt;
  begin
    select * into last from campaign_attempt as one
      where one.tenant_id = new.tenant_id and one.campaign_id = new.campaign_id and one.customer_id = new.customer_id
      order by one.at desc, one.id desc limit 1;
    if last.result = 'wrong_number' and last.outcome = '' and new.last_at = last.at
      and coalesce(new.number, last.number) = last.number then
      new.state := 'wrong-number';
      new.stopped := false;
    end if;
    return new;
  end $$;
  create trigger wrong_by_network before update of state on campaign_contact
    for each row when (new.state in ('missed', 'exhausted')) execute function wrong_by_network()`;
