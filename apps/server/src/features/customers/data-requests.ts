import type { consent, dataRequest, Permission } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';

type Request = z.input<typeof dataRequest>;
type Consent = z.input<typeof consent>;

/** What it takes besides to be given all that there is of a person: the archive has their number and their voice, too. */
export const neededForArchive: readonly Permission[] = ['customer.full-phone', 'call-history.listen'];

/** What customers ask for about their data; what is open first, the nearest deadline on top. */
export const requestsIn = (trx: Trx) =>
  trx
    .selectFrom('data_request')
    .leftJoin('customer', 'customer.id', 'data_request.customer_id')
    .select(['data_request.id', 'data_request.customer_id', 'data_request.note', 'data_request.state'])
    .select(['data_request.received_at', 'data_request.reply_by', 'data_request.due_at', 'data_request.extended'])
    .select(['data_request.job_id', 'data_request.closed_at'])
    .select((row) => [
      sql<string>`coalesce(customer.name, '')`.as('customer_name'),
      // Only what the contract names was ever put there.
      row.ref('data_request.kind').$castTo<Request['kind']>().as('kind'),
    ])
    .orderBy(sql`data_request.state = 'open'`, 'desc')
    .orderBy('data_request.due_at')
    .orderBy('data_request.id')
    .limit(200);

export const requestWithId = (trx: Trx, id: string): Promise<Request | undefined> =>
  requestsIn(trx).where('data_request.id', '=', id).executeTakeFirst();

/** The ledger of a customer, newest first. */
export const consentsOf = (trx: Trx, customerId: string): Promise<Consent[]> =>
  trx
    .selectFrom('consent')
    .leftJoin('account', 'account.id', 'consent.created_by')
    .where('customer_id', '=', customerId)
    .select(['consent.id', 'consent.given', 'consent.evidence', 'consent.created_at', 'account.name as by_name'])
    .select('consent.campaign_name')
    .select((row) => [
      row.ref('consent.purpose').$castTo<Consent['purpose']>().as('purpose'),
      row.ref('consent.way').$castTo<Consent['way']>().as('way'),
    ])
    .orderBy('consent.created_at', 'desc')
    .orderBy('consent.id', 'desc')
    .limit(200)
    .execute();
