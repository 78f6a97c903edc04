import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { AdvertisingRule } from '../../domain/advertising-law.ts';
import { newId } from '../../kernel/new-id.ts';
import { callerFor } from './caller-number.ts';
import { type CampaignFacts, isFree, keptOut, numberToCall, order } from './contacts.ts';
import { takenMeanwhile } from './place-call.ts';

/** So long a customer who is called by the product is nobody else's; the dialler says again that they are, as long as their call lasts. */
export const calledMs = 10 * 60_000;

/** A customer whom the product calls: what was written of them, and how they stood before. */
export interface Taken {
  readonly attemptId: string;
  readonly contactId: string;
  readonly customerId: string;
  readonly callId: string;
  readonly number: string;
  readonly shown: string;
  readonly before: Before;
}

interface Before {
  readonly state: string;
  readonly next_at: Date;
  readonly last_at: Date | null;
  readonly last_by: string | null;
}

/** Nobody whom another campaign calls at this moment, nor whose number the company lets nobody call. */
const isReachable = (at: Date) => sql<boolean>`${numberToCall} <> ''
  and not exists (select from block_list as blocked where blocked.direction = 'out' and blocked.kind = 'number'
    and blocked.value = ${numberToCall} and (blocked.expires_at is null or blocked.expires_at > now()))
  and not exists (select from campaign_contact as other where other.customer_id = contact.customer_id
    and other.id <> contact.id and other.state = 'calling' and other.claimed_until > ${at})`;

/** The same order as whoever calls by hand is offered them; who is kept for a person is left to that person. */
async function nextOf(trx: Trx, { id, rules, dialling }: CampaignFacts, { at, most }: { at: Date; most: number }) {
  const found: (Before & { readonly id: string; readonly customer_id: string; readonly number: string })[] = [];
  // Whoever has refused a message by a key was told that none comes again, whatever it is about.
  const refuses = dialling.mode === 'broadcast' ? sql`customer.do_not_call` : sql`false`;
  for (const state of order) {
    if (found.length >= most) break;
    const { rows } = await sql<Before & { id: string; customer_id: string; number: string }>`
      select contact.id, contact.customer_id, contact.state, contact.next_at, contact.last_at, contact.last_by, ${numberToCall} as number
        from campaign_contact as contact join customer on customer.id = contact.customer_id
        where contact.campaign_id = ${id} and contact.state = ${state} and contact.next_at <= ${at}
          and ${isFree(at)} and contact.assigned_to is null and contact.attempts < ${rules.max_attempts}
          and not ${keptOut(rules, at)} and not ${refuses} and ${isReachable(at)}
        order by contact.next_at, contact.id limit ${most - found.length} for update of contact skip locked`.execute(
      trx,
    );
    found.push(...rows);
  }
  return found;
}

/**
 * Takes so many customers of a campaign to be called by the product: each call has its id and counts before anybody dials, as by hand.
 * Answers why there are no more, where a rule for all of them is in the way.
 */
export async function takeCustomers(
  trx: Trx,
  facts: CampaignFacts,
  { at, most }: { at: Date; most: number },
): Promise<{ readonly taken: readonly Taken[]; readonly refused: AdvertisingRule | null }> {
  const taken: Taken[] = [];
  for (const { id: contactId, customer_id: customerId, number, ...before } of await nextOf(trx, facts, { at, most })) {
    const { shown, refused } = await callerFor(trx, facts, { customer: number, at });
    if (refused !== null) return { taken, refused };
    // Another campaign has just had this number.
    if ((await takenMeanwhile(trx, facts.rules.kind, number, at)) !== null) continue;
    const [attemptId, callId] = [newId(), newId()];
    await sql`update campaign_contact set state = 'calling', attempts = attempts + 1, awaits_outcome = true, last_at = ${at},
        last_by = null, next_at = ${new Date(at.getTime() + facts.pause_minutes * 60_000)}, claimed_by = null,
        claimed_until = ${new Date(at.getTime() + calledMs)}, version = version + 1, updated_at = now()
      where id = ${contactId}`.execute(trx);
    await sql`insert into campaign_attempt (id, campaign_id, customer_id, nth, at, number, shown, dialled, call_id)
      select ${attemptId}, its.campaign_id, its.customer_id, its.attempts, ${at}, ${number}, ${shown}, true, ${callId}
        from campaign_contact as its where its.id = ${contactId}`.execute(trx);
    taken.push({ attemptId, contactId, customerId, callId, number, shown, before });
  }
  return { taken, refused: null };
}

/** A call that call control did not begin was none: the customer stands as before, and is looked at again a little later. */
export async function takeBack(trx: Trx, { attemptId, contactId, number, before }: Taken, at: Date): Promise<void> {
  await sql`delete from campaign_attempt where id = ${attemptId}`.execute(trx);
  await sql`update campaign_contact set state = ${before.state}, attempts = greatest(attempts - 1, 0),
      awaits_outcome = false, last_at = ${before.last_at}, last_by = ${before.last_by},
      next_at = greatest(${before.next_at}::timestamptz, ${new Date(at.getTime() + 60_000)}), claimed_until = null,
      version = version + 1, updated_at = now()
    where id = ${contactId} and last_at = ${at}`.execute(trx);
  await sql`delete from advertised_number where e164 = ${number} and at = ${at}`.execute(trx);
}
