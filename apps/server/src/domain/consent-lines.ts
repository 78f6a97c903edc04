import type { ConsentLine } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import type { Within } from '../resource/within.ts';
import { customersWithin } from './kept-of-calls.ts';
import type { NumberView } from './number-view.ts';

/** Lines of the ledger of consents as they are shown; `consent` and `customer` are the tables' names in it. */
export const consentLinesIn = (trx: Trx) =>
  trx
    .selectFrom('consent')
    .leftJoin('customer', 'customer.id', 'consent.customer_id')
    .leftJoin('account', 'account.id', 'consent.created_by')
    .leftJoin('consent_cut', 'consent_cut.id', 'consent.id')
    .select(['consent.id', 'consent.created_at', 'consent.customer_id', 'consent.number as phone', 'consent.given'])
    .select(['consent.evidence', 'consent.played', 'consent.played_sha256', 'consent.call_id', 'consent.campaign_id'])
    .select(['consent.campaign_name', 'account.name as by_name'])
    .select((its) => [
      sql<string>`coalesce(customer.name, '')`.as('customer_name'),
      sql<boolean>`consent.number_hash is not null`.as('erased'),
      sql<ConsentLine['sound']>`case when consent.way = 'key' and consent.call_id is not null
        then coalesce(consent_cut.state, 'waiting') end`.as('sound'),
      sql<string>`coalesce(consent_cut.why, '')`.as('sound_why'),
      sql<string>`coalesce(encode(consent_cut.sha256, 'hex'), '')`.as('sound_sha256'),
      // Only what the contract names is ever put there.
      its.ref('consent.purpose').$castTo<ConsentLine['purpose']>().as('purpose'),
      its.ref('consent.way').$castTo<ConsentLine['way']>().as('way'),
    ]);

export type StoredConsentLine = Awaited<ReturnType<ReturnType<typeof consentLinesIn>['executeTakeFirstOrThrow']>>;

/** Of customers whom somebody sees; what nobody's card has any more is seen by who sees everybody. */
export const consentsWithin = (reach: Within) => sql<boolean>`${customersWithin(reach)}`;

/** To somebody with this view of numbers. */
export const presentConsent = (row: StoredConsentLine, view: NumberView): StoredConsentLine => ({
  ...row,
  phone: view.show(row.phone),
});
