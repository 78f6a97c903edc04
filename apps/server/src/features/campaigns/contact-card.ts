import type { ContactState, campaignContact } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { callKeys, presentCall, recordsOf } from '../../domain/call-records.ts';
import { numberView } from '../../domain/number-view.ts';
import type { By } from '../../kernel/by.ts';
import { numberToCall } from './contacts.ts';

type Contact = z.input<typeof campaignContact>;

const lastCalls = 3;
const lastOutcomes = 10;

/**
 * A customer of a campaign as whoever calls them sees them. Whoever calls for a campaign is offered any of its customers, also one
 * whom their data scope would not show them: to be in a campaign is to be given to those who call for it. What they see is
 * no more than the card of a conversation shows anybody who has it, and the number is hidden where their role hides numbers.
 */
export async function contactCard(trx: Trx, { caller }: By, id: string): Promise<Contact> {
  const view = await numberView(trx, caller);
  const row = await trx
    .selectFrom('campaign_contact as contact')
    .innerJoin('customer', 'customer.id', 'contact.customer_id')
    .innerJoin('profile_status', 'profile_status.id', 'customer.status')
    .leftJoin('account', 'account.id', 'customer.user_id')
    .where('contact.id', '=', id)
    .select(['contact.id', 'contact.campaign_id', 'contact.customer_id', 'contact.attempts', 'contact.claimed_until'])
    .select(['customer.name', 'customer.code', 'customer.note', 'customer.note_in_calling'])
    .select(['customer.do_not_call', 'customer.status', 'profile_status.name as status_name'])
    .select(['profile_status.colour as status_colour', 'account.name as user_name'])
    // Only what the contract names is ever put there.
    .select((its) => its.ref('contact.state').$castTo<ContactState>().as('state'))
    .select([
      sql<Date | null>`nullif(contact.next_at, '-infinity')`.as('next_at'),
      numberToCall.as('number'),
      // Of a call before this one that was left without a word nothing is asked of whoever has taken them now.
      sql<boolean>`contact.awaits_outcome and contact.state = 'calling'`.as('awaits_outcome'),
    ])
    .executeTakeFirstOrThrow();
  const { number, campaign_id: campaignId, claimed_until: until, ...shown } = row;
  if (until === null) throw new Error('A card is shown to whoever has taken the customer.');
  const records = await recordsOf(trx, () =>
    callKeys(trx, caller)
      .where('call.outside_number', '=', number)
      .where('call.outside_number', '<>', '')
      .where('call.status', '<>', 'in_progress')
      .orderBy('call.started_at', 'desc')
      .limit(lastCalls),
  )
    .orderBy('call.started_at', 'desc')
    .execute();
  return {
    ...shown,
    claimed_until: until,
    phone: view.show(number),
    calls: records.map((record) => presentCall(record, view, caller)),
    earlier: await outcomesIn(trx, campaignId, row.customer_id),
  };
}

/** What came of calling a customer for a campaign, newest first. */
const outcomesIn = (trx: Trx, campaignId: string, customerId: string): Promise<Contact['earlier']> =>
  trx
    .selectFrom('disposition')
    .innerJoin('disposition_outcome', 'disposition_outcome.id', 'disposition.outcome_id')
    .leftJoin('account', 'account.id', 'disposition.created_by')
    .where('disposition.customer_id', '=', customerId)
    .where('disposition.campaign_id', '=', campaignId)
    .orderBy('disposition.created_at', 'desc')
    .limit(lastOutcomes)
    .select(['disposition.id', 'disposition.created_at as at', 'disposition.note', 'account.name as by_name'])
    .select(['disposition.outcome', 'disposition_outcome.name as outcome_name'])
    .execute();
