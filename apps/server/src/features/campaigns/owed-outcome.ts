import { type Calling, isAllowed, keepDisposition } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';

/** So long what came of a call is theirs to say who placed it, as `settle_contact` has it; nobody is kept for what they cannot mend. */
const sayableMs = 86_400_000;

type Owed = Omit<NonNullable<Calling['owes']>, 'called_at'> & { readonly called_at: Date };

/**
 * The customer whom somebody called last for a campaign that asks what came of each call, as long as they have not said it. Undefined
 * where nothing is owed, as by whoever may not say it.
 */
export async function owedOutcome(
  trx: Trx,
  { caller: { role, accountId } }: By,
  { campaignId, at }: { readonly campaignId: string; readonly at: Date },
): Promise<Owed | undefined> {
  if (!isAllowed(role, keepDisposition.access)) return undefined;
  const { rows } = await sql<Owed>`
    select last.id, last.customer_id, last.attempts, customer.name, customer.status, last.last_at as called_at
      from campaign
        join lateral (select * from campaign_contact as its
          where its.campaign_id = campaign.id and its.last_by = ${accountId}
          order by its.last_at desc limit 1) as last on last.awaits_outcome
        join customer on customer.id = last.customer_id
      where campaign.id = ${campaignId} and campaign.outcome_required
        and last.last_at > ${new Date(at.getTime() - sayableMs)}`.execute(trx);
  return rows[0];
}

/** In the way of whoever would go on without a word. */
export async function refuseUnsaid(
  trx: Trx,
  by: By,
  of: { readonly campaignId: string; readonly at: Date; readonly contactId?: string },
): Promise<void> {
  const owed = await owedOutcome(trx, by, of);
  if (owed === undefined || (of.contactId !== undefined && of.contactId !== owed.id)) return;
  throw Problem.callRefused(`Chiến dịch này bắt buộc ghi kết quả: hãy ghi kết quả cuộc gọi với ${owed.name} trước`);
}
