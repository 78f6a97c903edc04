import type { CampaignMode } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { CallerRules } from './caller-number.ts';
import type { GateFacts } from './gate.ts';

/** So long a customer is somebody's who says nothing; so long nobody is offered one whom somebody has put off. */
export const claimMs = 5 * 60_000;
/**
 * So long a page that is open keeps a customer who is not called, and one of whose call nobody says what came: not for as long as
 * whoever went home has left it open.
 */
const uncalledMs = 15 * 60_000;
const unsaidMs = 2 * 60 * 60_000;
const putOffMs = 10 * 60_000;
const dayMs = 86_400_000;

/** A campaign as its rules and whoever calls for it see it. */
export interface CampaignFacts {
  readonly id: string;
  readonly name: string;
  readonly script: string;
  readonly outcome_required: boolean;
  readonly pause_minutes: number;
  readonly callers: CallerRules;
  /** How it calls by itself, where its mode is that. */
  readonly dialling: {
    readonly mode: CampaignMode;
    readonly queueId: string | null;
    readonly lines: number;
    readonly waitSeconds: number;
    readonly abandonPercent: number;
    readonly previewSeconds: number;
    /** Of one that says a message: so many calls at once, and in an hour. */
    readonly most: { readonly lines: number; readonly perHour: number | null };
  };
  readonly rules: GateFacts['campaign'];
  /** Whether who asks may call for it: one of its members, or anybody where it names none. */
  readonly isMember: boolean;
}

/** `accountId` is null where the product itself asks. */
export async function campaignFacts(
  trx: Trx,
  id: string,
  accountId: string | null,
): Promise<CampaignFacts | undefined> {
  const row = await trx
    .selectFrom('campaign')
    .where('id', '=', id)
    .select(['id', 'name', 'script', 'outcome_required', 'pause_minutes', 'calls_from', 'calls_to', 'max_attempts'])
    .select(['caller_own_network', 'caller_calls', 'caller_minutes'])
    .select(['lines', 'calls_per_hour'])
    .select(['mode', 'queue_id', 'lines_per_agent', 'wait_seconds', 'abandon_percent', 'preview_seconds'])
    .select((its) => [
      // Only what the contract names is ever put there.
      its.ref('kind').$castTo<GateFacts['campaign']['kind']>().as('kind'),
      its.ref('status').$castTo<GateFacts['campaign']['status']>().as('status'),
    ])
    .select([sql<string | null>`starts_on::text`.as('starts_on'), sql<string | null>`ends_on::text`.as('ends_on')])
    .select(
      sql<boolean>`not exists (select from campaign_member where campaign_id = campaign.id)
        or exists (select from campaign_member where campaign_id = campaign.id and account_id = ${accountId}::uuid)`.as(
        'is_member',
      ),
    )
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { name, script, outcome_required, pause_minutes, is_member: isMember, ...rest } = row;
  const { caller_own_network: ownNetwork, caller_calls: calls, caller_minutes: minutes, ...more } = rest;
  const { mode, queue_id: queueId, lines_per_agent, preview_seconds: previewSeconds, ...others } = more;
  const {
    wait_seconds: waitSeconds,
    abandon_percent: abandonPercent,
    lines: most,
    calls_per_hour: perHour,
    ...rules
  } = others;
  const callers = { ownNetwork, calls, minutes };
  const lines = mode === 'ratio' || mode === 'predictive' ? lines_per_agent : 1;
  const dialling = {
    mode,
    queueId,
    lines,
    waitSeconds,
    abandonPercent,
    previewSeconds,
    most: { lines: most, perHour },
  };
  return { id, name, script, outcome_required, pause_minutes, callers, dialling, isMember, rules };
}

/** One person's taking and giving back is one after the other, in whichever tabs: they have one customer at a time. */
export async function holdPerson(trx: Trx, accountId: string): Promise<void> {
  // Rows that refer to the person are written meanwhile.
  await sql`select from account where id = ${accountId} for no key update`.execute(trx);
}

/** The customer of a campaign whom somebody has taken, as long as they are theirs. */
export async function claimedBy(
  trx: Trx,
  { campaignId, accountId, at }: { campaignId: string; accountId: string; at: Date },
): Promise<string | undefined> {
  const found = await trx
    .selectFrom('campaign_contact')
    .where('campaign_id', '=', campaignId)
    .where('claimed_by', '=', accountId)
    .where('claimed_until', '>', at)
    .select('id')
    // Of one that calls by itself the next may have come before it was said what came of the last.
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** Who is offered in which order: promises that are due, who was never called, who was not reached and has had their pause. */
export const order = ['call-again', 'new', 'missed'] as const;

/**
 * Takes the next customer for somebody; nobody else is offered them meanwhile: rows that others are just taking are passed over, and
 * what they have taken by then is looked at again before it is locked.
 */
export async function takeNext(
  trx: Trx,
  { id: campaignId, rules }: CampaignFacts,
  { accountId, at }: { accountId: string; at: Date },
): Promise<string | undefined> {
  for (const state of order) {
    const { rows } = await sql<{ id: string }>`
      update campaign_contact as its
        set claimed_by = ${accountId}, claimed_until = ${new Date(at.getTime() + claimMs)},
          version = its.version + 1, updated_at = ${at}, updated_by = ${accountId}
        where its.id = (
          select contact.id from campaign_contact as contact join customer on customer.id = contact.customer_id
            where contact.campaign_id = ${campaignId} and contact.state = ${state} and contact.next_at <= ${at}
              and ${isFree(at)} and ${isFor(accountId)} and contact.attempts < ${rules.max_attempts}
              and not ${keptOut(rules, at)}
            order by contact.next_at, contact.id limit 1 for update of contact skip locked)
        returning its.id`.execute(trx);
    if (rows[0] !== undefined) return rows[0].id;
  }
  return undefined;
}

export const isFree = (at: Date) => sql<boolean>`(contact.claimed_until is null or contact.claimed_until <= ${at})`;

/** Not kept for somebody else, as long as that one is there to call them. */
const isFor = (accountId: string) => sql<boolean>`(contact.assigned_to is null or contact.assigned_to = ${accountId}
  or not exists (select from account where account.id = contact.assigned_to and account.active))`;

/** Whom the law keeps out of a campaign now, as the gate will say: they refuse advertising, or had some within the day. */
export function keptOut({ kind }: GateFacts['campaign'], at: Date): RawBuilder<boolean> {
  return kind === 'advertising' ? sql`(customer.do_not_call or ${wasAdvertised(at)})` : sql`false`;
}

/** The number of `customer` that is called next for `contact`. */
export const numberToCall = sql<string>`contact_number(contact.number, customer.numbers)`;

const wasAdvertised = (at: Date) =>
  sql<boolean>`exists (select from advertised_number as last
    where last.e164 = ${numberToCall} and last.at > ${new Date(at.getTime() - dayMs)})`;

/** Whether it is said what came of the last call of a customer; not where they are in the campaign no more. */
export async function isSaid(trx: Trx, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('campaign_contact')
    .where('id', '=', id)
    .select('awaits_outcome')
    .executeTakeFirst();
  return found?.awaits_outcome === false;
}

/** Who holds a claim asks for the next one: they are there, and go on with this one. */
export async function renewClaim(trx: Trx, id: string, accountId: string, at: Date): Promise<void> {
  await trx
    .updateTable('campaign_contact')
    .set({ claimed_until: new Date(at.getTime() + claimMs), updated_at: at })
    .where('id', '=', id)
    .where('claimed_by', '=', accountId)
    .execute();
}

/** The page of who holds a claim says that they still do. */
export async function keepClaim(trx: Trx, id: string, accountId: string, at: Date): Promise<Date | undefined> {
  const before = (ms: number) => new Date(at.getTime() - ms);
  const until = new Date(at.getTime() + claimMs);
  const { numUpdatedRows } = await trx
    .updateTable('campaign_contact')
    .set({ claimed_until: until })
    .where('id', '=', id)
    .where('claimed_by', '=', accountId)
    .where('claimed_until', '>', at)
    // To take somebody who is not called yet was the last that was done with them.
    .where(
      sql<boolean>`case when state = 'calling' then last_at > ${before(unsaidMs)} else updated_at > ${before(uncalledMs)} end`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 0n ? undefined : until;
}

/**
 * A call of which nobody has said what came is one that reached nobody, until somebody says so after all: `settle_contact` still
 * finds it.
 */
const givenBackFrom = (notBefore: Date | null) => sql`claimed_by = null, claimed_until = null,
  (state, next_at, number, stopped) = (
    select after.state, greatest(after.next_at, ${notBefore}::timestamptz), after.number, after.stopped
      from given_back(its) as after),
  version = its.version + 1, updated_at = now()`;

const givenBack = givenBackFrom(null);

/** Gives one back, for now or for some minutes; whoever does not hold it any more gives back nothing. Answers of which campaign. */
export async function giveBack(
  trx: Trx,
  id: string,
  { accountId, at, later }: { accountId: string; at: Date; later: boolean },
): Promise<readonly string[]> {
  const notBefore = later ? new Date(at.getTime() + putOffMs) : null;
  return campaignsOf(
    await sql<OfCampaign>`update campaign_contact as its
      set ${givenBackFrom(notBefore)}
      where its.id = ${id} and its.claimed_by = ${accountId} returning its.campaign_id`.execute(trx),
  );
}

/** Everybody else whom somebody has: they have one at a time, wherever. Answers of which campaigns. */
export async function giveBackOthers(
  trx: Trx,
  { accountId, keep }: { accountId: string; keep: string | null },
): Promise<readonly string[]> {
  return campaignsOf(
    await sql<OfCampaign>`update campaign_contact as its set ${givenBack}
      where its.claimed_by = ${accountId} and its.id is distinct from ${keep}::uuid returning its.campaign_id`.execute(
      trx,
    ),
  );
}

/** What people have left without a word goes back to the campaign. Answers whose that was, if anything. */
export async function giveBackLeft(trx: Trx, campaignId: string, at: Date): Promise<readonly string[]> {
  return campaignsOf(
    await sql<OfCampaign>`update campaign_contact as its set ${givenBack}
      where its.id = any(array(select contact.id from campaign_contact as contact
        where contact.campaign_id = ${campaignId} and contact.state = 'calling' and ${isFree(at)} limit 100
        for update of contact skip locked)) returning its.campaign_id`.execute(trx),
  );
}

/** Who may not call for a campaign any more has nobody of it, but for whom they are calling: what comes of that is theirs to say. */
export async function giveBackOfStrangers(trx: Trx, campaignId: string, members: readonly string[]): Promise<void> {
  await sql`update campaign_contact as its set ${givenBack}
    where its.campaign_id = ${campaignId} and its.claimed_by <> all(${[...members]}::uuid[])
      and its.state <> 'calling'`.execute(trx);
}

interface OfCampaign {
  readonly campaign_id: string;
}

const campaignsOf = ({ rows }: { readonly rows: readonly OfCampaign[] }): readonly string[] => [
  ...new Set(rows.map(({ campaign_id: id }) => id)),
];

/** Customers of a campaign by why none of them is called now. */
export interface CampaignLine {
  readonly contacts: number;
  /** Can be taken now, as far as they themselves go. */
  readonly ready: number;
  readonly finished: number;
  /** Promised for later, not reached of late, or put off; and when the first of them is. */
  readonly later: number;
  readonly first: Date | null;
  readonly refusing: number;
  readonly advertised: number;
  /** Somebody else has them. */
  readonly taken: number;
  /** They are kept for somebody else. */
  readonly kept: number;
}

export async function waitingOf(
  trx: Trx,
  { id, rules }: CampaignFacts,
  { accountId, at }: { accountId: string; at: Date },
): Promise<CampaignLine> {
  // Of other campaigns nothing of the customer matters, and none is looked at.
  const isLaw = rules.kind === 'advertising' ? sql`true` : sql`false`;
  const { rows } = await sql<CampaignLine>`
    with open as materialized (
      select contact.next_at, contact.state, contact.attempts < ${rules.max_attempts} as is_left, not ${isFree(at)} as taken,
          ${isFree(at)} and not ${isFor(accountId)} as kept, ${isFree(at)} and ${isFor(accountId)} as free,
          ${isLaw} and customer.do_not_call as refuses, ${isLaw} and ${wasAdvertised(at)} as advertised
        from campaign_contact as contact left join customer on ${isLaw} and customer.id = contact.customer_id
        where contact.campaign_id = ${id} and contact.state in ('new', 'missed', 'call-again', 'calling'))
    select
      (select count(*)::int from campaign_contact where campaign_id = ${id}) as contacts,
      (select count(*)::int from campaign_contact where campaign_id = ${id}
        and state in ('done', 'declined', 'wrong-number', 'exhausted')) as finished,
      (count(*) filter (where free and not refuses and not advertised and next_at <= ${at} and is_left
        and state <> 'calling'))::int as ready,
      (count(*) filter (where taken))::int as taken,
      (count(*) filter (where kept))::int as kept,
      (count(*) filter (where free and refuses))::int as refusing,
      (count(*) filter (where free and not refuses and advertised))::int as advertised,
      (count(*) filter (where free and not refuses and not advertised and next_at > ${at}))::int as later,
      min(next_at) filter (where free and not refuses and not advertised and next_at > ${at}) as first
    from open`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw new Error('A count has no row.');
  return found;
}
