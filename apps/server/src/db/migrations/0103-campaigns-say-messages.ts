import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * A campaign may call by itself to say a message, with no queue: sounds and words with values of each customer, and keys that lead on. What
 * a customer heard of it, and what they pressed, is read of the call's trace when the call is over.
 */
export const campaignsSayMessages: Migration = {
  name: '0103-campaigns-say-messages',
  async up(db) {
    await run(
      db,
      `alter table campaign drop constraint campaign_mode, add constraint campaign_mode
          check (mode in ('hand', 'preview', 'progressive', 'ratio', 'predictive', 'broadcast')),
        add column lines integer not null default 5 check (lines between 1 and 100),
        add column calls_per_hour integer check (calls_per_hour between 1 and 100000);
      alter table campaign_attempt
        add column heard text not null default '' check (heard in ('', 'whole', 'part')),
        add column heard_seconds integer,
        add column pressed text not null default '',
        add column pressed_for text not null default ''`,
    );
    await createTenantTable(db, 'campaign_message', [
      'campaign_id uuid not null',
      'position integer not null default 0',
      "kind text not null check (kind in ('words', 'sound'))",
      'greeting_id uuid',
      "words text not null default ''",
      references('campaign_message', 'campaign_id', 'campaign', 'cascade'),
      references('campaign_message', 'greeting_id', 'greeting'),
    ]);
    await createTenantTable(db, 'campaign_key', [
      'campaign_id uuid not null',
      'position integer not null default 0',
      'key text not null check (length(key) = 1)',
      "does text not null check (does in ('queue', 'again', 'stop', 'survey', 'hang-up'))",
      'to_queue_id uuid',
      'to_survey_id uuid',
      references('campaign_key', 'campaign_id', 'campaign', 'cascade'),
      references('campaign_key', 'to_queue_id', 'queue'),
      references('campaign_key', 'to_survey_id', 'survey_campaign'),
      'constraint campaign_key_once unique (tenant_id, campaign_id, key)',
    ]);
    // Words as a machine has spoken them, whoever they are said to.
    await createTenantTable(db, 'spoken_words', [
      "words text not null check (words <> '')",
      'audio_id uuid not null',
      references('spoken_words', 'audio_id', 'audio', 'cascade'),
    ]);
    await run(
      db,
      `create index campaign_message_of on campaign_message (tenant_id, campaign_id, position);
      create index campaign_message_greeting on campaign_message (tenant_id, greeting_id);
      create index campaign_key_queue on campaign_key (tenant_id, to_queue_id);
      create index campaign_key_survey on campaign_key (tenant_id, to_survey_id);
      create unique index spoken_words_once on spoken_words (tenant_id, md5(words));
      create index spoken_words_audio on spoken_words (tenant_id, audio_id)`,
    );
    await run(db, messageHeard);
    await run(db, toldByHistory);
  },
};

/**
 * What the trace of a call says of a message: how much of it was heard and for how long, and the key that led on. Null where none was said.
 * Steps name it by \`messageHeard\` of call control.
 */
const messageHeard = `
  create function message_heard(trace jsonb, ended timestamptz, out heard text, out seconds integer, out key text, out does text)
    language sql immutable set search_path = pg_catalog, public as $$
    with step as (
      select (entry ->> 'at')::double precision as at, entry -> 'detail' ->> 'message-heard' as word,
          entry -> 'detail' ->> 'key' as key, nth
        from jsonb_array_elements(trace) with ordinality as one(entry, nth)
        where entry -> 'detail' ? 'message-heard'),
    found as (
      select min(at) filter (where word = 'began') as began,
        min(at) filter (where word = 'whole') as whole,
        min(at) filter (where word not in ('began', 'again', 'whole')) as led,
        (array_agg(key order by nth desc) filter (where word not in ('began', 'again', 'whole')))[1] as led_key,
        (array_agg(word order by nth desc) filter (where word not in ('began', 'again', 'whole')))[1] as led_does
      from step)
    select case when began is null then null when whole is not null then 'whole' else 'part' end,
      case when began is not null then greatest(0, round((coalesce(least(whole, led),
        extract(epoch from ended) * 1000, began) - began) / 1000))::integer end,
      coalesce(led_key, ''), coalesce(led_does, '') from found
  $$`;

/**
 * As before, and of a message: whoever heard some of it is done with, unless the campaign has a rule for that; whoever refused has declined;
 * and of whoever asked for a person and got none nobody was there in time.
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
    leaves text := 'missed';
    said record;
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
    select * into said from message_heard(case when is_over and placed.dialled then new.trace else '[]' end, new.ended_at);
    if is_over then
      word := case new.status
        when 'no_answer' then 'no_answer' when 'cancelled' then 'no_answer' when 'busy' then 'busy'
        when 'failed' then 'failed' when 'blocked' then 'failed'
        when 'answered' then case when not placed.dialled or new.agent_extension <> '' then ''
          when said.heard is null or said.does = 'queue' then 'abandoned'
          when said.does = 'stop' then 'refused'
          when said.heard = 'whole' or said.does <> '' then 'heard' else 'part' end
        else '' end;
      leaves := case when word = 'refused' then 'declined'
        when word in ('heard', 'part') and not exists (
          select from campaign_retry as rule where rule.tenant_id = placed.tenant_id
            and rule.campaign_id = placed.campaign_id and rule.result = word) then 'done'
        else 'missed' end;
    end if;
    update campaign_attempt set
        result = case when is_over then word else result end,
        shown = coalesce(nullif(new.service_number, ''), shown),
        call_started_at = new.started_at,
        account_id = coalesce(account_id, agent),
        heard = coalesce(said.heard, ''), heard_seconds = said.seconds, pressed = said.key, pressed_for = said.does,
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
    becomes := after_call(its, '', word, leaves, null);
    update campaign_contact as contact set
        state = becomes.state, next_at = becomes.next_at, number = becomes.number, stopped = becomes.stopped,
        awaits_outcome = contact.awaits_outcome and not placed.dialled,
        claimed_until = case when placed.dialled then null else contact.claimed_until end,
        version = contact.version + 1, updated_at = now()
      where contact.tenant_id = its.tenant_id and contact.id = its.id;
    return null;
  end $$`;
