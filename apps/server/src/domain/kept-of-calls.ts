import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import { accountInReach } from '../resource/scope.ts';
import type { Within } from '../resource/within.ts';

/** What was kept of conversations, newest first, with who did. */
export const dispositionsIn = (trx: Trx) =>
  trx
    .selectFrom('disposition')
    .innerJoin('disposition_outcome', 'disposition_outcome.id', 'disposition.outcome_id')
    .leftJoin('account', 'account.id', 'disposition.created_by')
    .leftJoin('campaign', 'campaign.id', 'disposition.campaign_id')
    .orderBy('disposition.created_at', 'desc')
    .orderBy('disposition.id', 'desc')
    .select(['disposition.id', 'disposition.note', 'disposition.next_call_at'])
    .select(['disposition.call_id', 'disposition.created_at'])
    .select(['disposition.created_by as by_id', 'disposition.version'])
    .select(['account.name as by_name', 'campaign.name as campaign_name'])
    .select(['disposition.outcome', 'disposition_outcome.name as outcome_name']);

/** Customers whom somebody with this reach sees, as a condition on `customer`. */
export const customersWithin = (reach: Within): RawBuilder<SqlBool> =>
  reach.kind === 'all' ? sql`true` : isIn(reach, 'customer.user_id');

/** What was kept of a call is seen by whoever sees its customer, and by whoever sees the work of the person who kept it. */
export const keptWithin = (
  reach: Within,
  keptBy: 'disposition.created_by' | 'survey_response.created_by' | 'call_note.created_by',
) => (reach.kind === 'all' ? sql<boolean>`true` : sql<boolean>`(${customersWithin(reach)} or ${isIn(reach, keptBy)})`);

const isIn = (reach: Within, whose: string) =>
  sql<boolean>`${sql.ref(whose)} in (select account.id from account where ${accountInReach(reach)})`;
