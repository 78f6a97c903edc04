import { consentWays, isAllowed, may } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../db/audit.ts';
import type { Trx } from '../db/database.ts';
import { limitsBody } from './call-limits.ts';

/** So long whoever was asked on a screen has until their phone has dialled: in mode 3 they pick it up first. */
const letThroughSeconds = 120;
const right = may('customer.call-anyway');

/** A customer who refuses advertising. */
export interface Refusing {
  readonly id: string;
  readonly since: Date | null;
  /** How and in which words they said it; '' where nobody noted it. */
  readonly why: string;
  /** When they were called for advertising last. */
  readonly advertised: Date | null;
}

/** The customer, if they refuse advertising and the company wants to be asked before such are called. */
export async function askedAbout(trx: Trx, customerId: string): Promise<Refusing | undefined> {
  const found = await trx
    .selectFrom('customer')
    .where('customer.id', '=', customerId)
    .where('customer.do_not_call', '=', true)
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('consent')
          .whereRef('consent.customer_id', '=', 'customer.id')
          .where('purpose', '=', 'marketing')
          .select(['given', 'way', 'evidence', 'created_at'])
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('said'),
      (join) => join.onTrue(),
    )
    .leftJoin('advertised_number as last', (join) => join.on('last.e164', '=', sql`customer.numbers[1]`))
    .select(['customer.id', 'customer.do_not_call_since', 'last.at as advertised'])
    .select(['said.given', 'said.way', 'said.evidence', 'said.created_at'])
    .executeTakeFirst();
  if (found === undefined || !(await asks(trx))) return undefined;
  // What was said last may be from before it was noted on the card that they refuse after all.
  const said = found.given === false ? found : null;
  const way = said?.way;
  return {
    id: found.id,
    since: said?.created_at ?? found.do_not_call_since,
    why:
      said === null || way === null || way === undefined
        ? ''
        : [wayWords[way], said.evidence].filter(Boolean).join(': '),
    advertised: found.advertised,
  };
}

const wayWords: Readonly<Record<string, string>> = consentWays;

async function asks(trx: Trx): Promise<boolean> {
  const setting = await trx.selectFrom('telephony_setting').select('limits').executeTakeFirst();
  return limitsBody(setting?.limits).asks_who_refuses;
}

/** Whoever has said so on a screen is not asked again by their phone. */
export async function letThrough(trx: Trx, accountId: string, customerId: string): Promise<void> {
  await trx.deleteFrom('call_anyway').where('until', '<', sql<Date>`now()`).execute();
  const until = sql<Date>`now() + make_interval(secs => ${letThroughSeconds})`;
  await trx
    .insertInto('call_anyway')
    .values({ account_id: accountId, customer_id: customerId, until })
    .onConflict((same) => same.columns(['tenant_id', 'account_id', 'customer_id']).doUpdateSet({ until }))
    .execute();
}

/** Whether that was a moment ago. */
export async function isLetThrough(trx: Trx, accountId: string, customerId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('call_anyway')
    .where('account_id', '=', accountId)
    .where('customer_id', '=', customerId)
    .where('until', '>', sql<Date>`now()`)
    .select('until')
    .executeTakeFirst();
  return found !== undefined;
}

/** What becomes of a call of somebody's phone to a number (canonical). A phone that is nobody's has nobody who could decide. */
export async function whatThen(
  trx: Trx,
  { number, by }: { number: string; by: string },
): Promise<'call' | 'ask' | 'refuse'> {
  const refusing = await customerAt(trx, number).where('customer.do_not_call', '=', true).executeTakeFirst();
  if (refusing === undefined) return 'call';
  const person = await trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .where('account.extension', '=', by)
    .where('account.active', '=', true)
    .select(['account.id', 'role.name', 'role.permissions'])
    .executeTakeFirst();
  if (person === undefined) return 'refuse';
  if (await isLetThrough(trx, person.id, refusing.id)) return 'call';
  return isAllowed(person, right) ? 'ask' : 'refuse';
}

/** Somebody was told so by their phone, and has called all the same. */
export async function noteCalledAnyway(
  trx: Trx,
  { extension, number }: { extension: string; number: string },
): Promise<void> {
  const customer = await customerAt(trx, number).executeTakeFirst();
  if (customer === undefined) return;
  const person = await trx.selectFrom('account').select('id').where('extension', '=', extension).executeTakeFirst();
  const actor = { accountId: person?.id ?? null, network: `phone ${extension}`, requestId: '' };
  await audit(trx, actor, { action: 'call-anyway', subject: 'customer', subjectId: customer.id });
}

const customerAt = (trx: Trx, number: string) =>
  trx
    .selectFrom('customer_phone')
    .innerJoin('customer', 'customer.id', 'customer_phone.customer_id')
    .where('customer_phone.e164', '=', number)
    .select('customer.id');
