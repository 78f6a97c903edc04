import type { callAllowed } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { type AdvertisingRule, calledToday, dayMs } from '../../domain/advertising-law.ts';
import { clockIn } from '../../domain/company-clock.ts';
import { letThrough } from '../../domain/refusing-customers.ts';
import type { By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { callerFor } from './caller-number.ts';
import { type CampaignFacts, campaignFacts, claimMs, numberToCall } from './contacts.ts';
import { type GateFacts, gate } from './gate.ts';
import { refuseUnsaid } from './owed-outcome.ts';

type Answer = z.input<typeof callAllowed>;

interface Contact {
  readonly id: string;
  readonly campaign_id: string;
  readonly customer_id: string;
  readonly state: GateFacts['contact']['state'];
  readonly attempts: number;
  readonly next_at: Date | null;
  readonly held: boolean;
  readonly refuses: boolean;
  readonly number: string;
  readonly advertised: Date | null;
}

/**
 * Asks the gate whether somebody may call the customer whom they have taken. What it lets through counts as an attempt here and
 * now, before anything is dialled: a page that dies behind it cannot have called for nothing. What it does not is counted as that.
 */
export async function placeCall(trx: Trx, by: By, id: string, now: number): Promise<Answer> {
  const { caller } = by;
  const at = new Date(now);
  const contact = await lockedContact(trx, id, caller.accountId, at);
  if (contact === undefined) throw Problem.notFound();
  const facts = await campaignFacts(trx, contact.campaign_id, caller.accountId);
  if (facts === undefined) throw Problem.notFound();
  if (!facts.isMember) throw Problem.refused('forbidden');
  if (!contact.held) throw Problem.callRefused('Khách này không còn do bạn giữ. Hãy lấy khách tiếp theo');
  await refuseUnsaid(trx, by, { campaignId: facts.id, at });
  const clock = clockIn(now, caller.timeZone);
  const { rules } = facts;
  const chosen = await callerFor(trx, facts, { customer: contact.number, at });
  const refusal =
    gate(
      {
        campaign: rules,
        contact: { state: contact.state, attempts: contact.attempts, next: contact.next_at?.getTime() ?? null },
        customer: { refuses: contact.refuses, advertised: contact.advertised?.getTime() ?? null },
      },
      clock,
    ) ??
    chosen.refused ??
    (await takenMeanwhile(trx, rules.kind, contact.number, at));
  if (refusal !== null) {
    await countRefusal(trx, facts.id, refusal, at);
    return { outcome: 'refused', ...refusal };
  }
  await countAttempt(trx, contact.id, facts, {
    accountId: caller.accountId,
    at,
    number: contact.number,
    shown: chosen.shown,
  });
  // The gate has decided: whoever refuses advertising is called for something else, and nobody is asked about it again.
  if (contact.refuses) await letThrough(trx, caller.accountId, contact.customer_id);
  // What the phone asks to call is the customer, for the campaign, whose number is sealed on its way where it may not be seen.
  return { outcome: 'placed', dial: `campaign/${contact.customer_id}`, attempts: contact.attempts + 1 };
}

async function lockedContact(trx: Trx, id: string, accountId: string, at: Date): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select contact.id, contact.campaign_id, contact.customer_id, contact.state, contact.attempts,
      nullif(contact.next_at, '-infinity') as next_at, customer.do_not_call as refuses,
      coalesce(contact.claimed_by = ${accountId} and contact.claimed_until > ${at}, false) as held,
      ${numberToCall} as number,
      (select last.at from advertised_number as last where last.e164 = ${numberToCall}) as advertised
    from campaign_contact as contact join customer on customer.id = contact.customer_id
    where contact.id = ${id} for update of contact`.execute(trx);
  return rows[0];
}

/** Two campaigns may ask for one number at the same moment: only one of them has it, by the row of the number. */
export async function takenMeanwhile(
  trx: Trx,
  kind: GateFacts['campaign']['kind'],
  number: string,
  at: Date,
): Promise<AdvertisingRule | null> {
  if (kind !== 'advertising') return null;
  const dayBefore = new Date(at.getTime() - dayMs);
  const { rows } = await sql`
    insert into advertised_number as last (e164, at) values (${number}, ${at})
    on conflict (tenant_id, e164) do update set at = excluded.at where last.at <= ${dayBefore} returning e164`.execute(
    trx,
  );
  if (rows.length > 0) return null;
  return calledToday();
}

async function countRefusal(trx: Trx, campaignId: string, { reason }: AdvertisingRule, at: Date): Promise<void> {
  await trx
    .insertInto('campaign_refusal')
    .values({ campaign_id: campaignId, reason, last_at: at })
    .onConflict((same) =>
      same
        .columns(['tenant_id', 'campaign_id', 'reason'])
        .doUpdateSet({ n: sql<number>`campaign_refusal.n + 1`, last_at: at }),
    )
    .execute();
}

async function countAttempt(
  trx: Trx,
  id: string,
  { pause_minutes: pause }: CampaignFacts,
  { accountId, at, number, shown }: { accountId: string; at: Date; number: string; shown: string },
): Promise<void> {
  await trx
    .updateTable('campaign_contact')
    .set({
      state: 'calling',
      attempts: sql<number>`attempts + 1`,
      awaits_outcome: true,
      last_at: at,
      last_by: accountId,
      next_at: new Date(at.getTime() + pause * 60_000),
      claimed_until: new Date(at.getTime() + claimMs),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: accountId,
    })
    .where('id', '=', id)
    .execute();
  await sql`insert into campaign_attempt (id, campaign_id, customer_id, nth, at, account_id, number, shown)
    select ${newId()}, its.campaign_id, its.customer_id, its.attempts, ${at}, ${accountId}, ${number}, ${shown}
      from campaign_contact as its where its.id = ${id}`.execute(trx);
}
