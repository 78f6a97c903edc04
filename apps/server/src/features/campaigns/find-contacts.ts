import type { ContactFilter, ContactRow, ContactState } from '@alo/contract';
import { totalCap } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { CompanyClock } from '../../domain/company-clock.ts';
import { customerSearch } from '../../domain/customer-search.ts';
import type { NumberView } from '../../domain/number-view.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { scopedBy } from '../../resource/scope.ts';
import { isSearched } from '../../resource/searching.ts';
import { numberToCall } from './contacts.ts';
import type { GateFacts } from './gate.ts';
import { nextCall } from './next-call.ts';

/** What is asked for of a campaign's customers. */
export interface ContactsWanted {
  readonly campaignId: string;
  readonly search: string;
  readonly filters: ContactFilter;
}

/** As the database has one. */
export interface StoredContact {
  readonly id: string;
  readonly customer_id: string;
  readonly name: string;
  readonly code: string;
  readonly numbers: readonly string[];
  /** The one that is called next. */
  readonly number: string;
  readonly stopped: boolean;
  readonly state: ContactState;
  readonly attempts: number;
  readonly last_at: Date | null;
  readonly last_by_name: string | null;
  readonly outcome: string | null;
  readonly outcome_name: string | null;
  readonly call_id: string | null;
  readonly heard: 'whole' | 'part' | null;
  readonly heard_seconds: number | null;
  readonly pressed: string;
  readonly next_at: Date | null;
  readonly claimed_until: Date | null;
  readonly refuses: boolean;
  readonly advertised: Date | null;
  readonly assigned_to: string | null;
  readonly assigned_name: string | null;
  readonly list_name: string | null;
}

/** In the order of an index each, so that a page of a million is read where it stands. */
const orders = {
  '-last_at': sql`contact.last_at desc nulls last, contact.id`,
  last_at: sql`contact.last_at asc nulls first, contact.id desc`,
  next_at: sql`contact.next_at, contact.id`,
  '-next_at': sql`contact.next_at desc, contact.id desc`,
} as const;
const usual = '-last_at';

const isOrder = (sort: string): sort is keyof typeof orders => Object.hasOwn(orders, sort);

export function orderOf(sort: string = usual): RawBuilder<unknown> {
  if (!isOrder(sort)) throw Problem.badRequest({ sort: `Không sắp xếp được theo ${sort.replace(/^-/, '')}` });
  return orders[sort];
}

/** The customers of a campaign whom somebody sees, as a query of `contact`: those of their data scope, as in the list of customers. */
export async function contactsWanted(trx: Trx, by: By, wanted: ContactsWanted): Promise<RawBuilder<unknown>> {
  const { campaignId, search, filters } = wanted;
  const conditions = [
    sql`contact.campaign_id = ${campaignId}`,
    ...seenBy(by),
    ...narrowed(filters, by.caller.timeZone),
    ...(isSearched(search) ? [await found(trx, by, search)] : []),
  ];
  return sql`campaign_contact as contact where ${sql.join(conditions, sql` and `)}`;
}

/** Conditions on `contact`; none for whoever sees everybody. */
export function seenBy(by: By): RawBuilder<unknown>[] {
  const scope = scopedBy('user_id')(reachOf(by.caller));
  return scope === undefined
    ? []
    : [sql`exists (select from customer as row where row.id = contact.customer_id and ${scope})`];
}

/** Who is found by a word is few, or met at once in the list's own order. */
async function found(trx: Trx, by: By, search: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${customerSearch.found(search, by, totalCap + 1)} as found`.execute(trx);
  if ((rows[0]?.n ?? 0) <= totalCap) {
    return sql`contact.customer_id = any(array(
      select found.id from ${customerSearch.found(search, by, totalCap + 1)} as found))`;
  }
  return sql`exists (select from customer as row where row.id = contact.customer_id and ${customerSearch.has(search, by)})`;
}

function narrowed(filters: ContactFilter, timeZone: string): RawBuilder<unknown>[] {
  const { state, assigned_to: assigned, list, outcome, called_by: agent, hour, nth, shown, heard, pressed } = filters;
  const tried = [
    ...(outcome === undefined ? [] : [sql`tried.outcome = ${outcome === 'none' ? '' : outcome}`]),
    ...(agent === undefined ? [] : [isOrNone(sql`tried.account_id`, agent)]),
    ...(hour === undefined ? [] : [sql`${hourOf(sql`tried.at`, timeZone)} = ${hour}`]),
    ...(heard === undefined ? [] : [sql`tried.heard = ${heard === 'none' ? '' : heard}`]),
    ...(pressed === undefined ? [] : [sql`tried.pressed = ${pressed === 'none' ? '' : pressed}`]),
    ...(nth === undefined ? [] : [sql`tried.nth = ${nth}`]),
    ...(shown === undefined
      ? []
      : [isOrNone(sql`(select one.id from service_number as one where one.number = tried.shown)`, shown)]),
  ];
  return [
    ...(state === undefined ? [] : [sql`contact.state = ${state}`]),
    ...(assigned === undefined ? [] : [isOrNone(sql`contact.assigned_to`, assigned)]),
    ...(list === undefined
      ? []
      : [
          sql`exists (select from customer where customer.id = contact.customer_id
            and ${isOrNone(sql`customer.data_source_id`, list)})`,
        ]),
    ...(tried.length === 0
      ? []
      : [
          sql`contact.customer_id in (select tried.customer_id from campaign_attempt as tried
            where tried.campaign_id = contact.campaign_id and ${sql.join(tried, sql` and `)})`,
        ]),
  ];
}

const isOrNone = (column: RawBuilder<unknown>, id: string) =>
  id === 'none' ? sql`${column} is null` : sql`${column} = ${id}::uuid`;

export const hourOf = (column: RawBuilder<unknown>, timeZone: string) =>
  sql<number>`extract(hour from ${column} at time zone ${timeZone})::int`;

/** How many there are, counted up to a limit where one is given. */
export async function countContacts(trx: Trx, wanted: RawBuilder<unknown>, atMost?: number): Promise<number> {
  const limit = atMost === undefined ? sql`` : sql`limit ${atMost}`;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${wanted} ${limit}) as wanted`.execute(trx);
  return rows[0]?.n ?? 0;
}

interface Paging {
  readonly skip: number;
  readonly perPage: number;
}

/** One page of them: which they are is told by an index, before anything else of them is read. */
export const pageOfContacts = (wanted: RawBuilder<unknown>, sort: string | undefined, page: Paging) =>
  contactsIn(sql`(${keysOfPage(wanted, sort, page)})`, orderOf(sort));

export const keysOfPage = (wanted: RawBuilder<unknown>, sort: string | undefined, { skip, perPage }: Paging) =>
  sql`select contact.id from ${wanted} order by ${orderOf(sort)} limit ${perPage} offset ${skip}`;

/** All of them, to be read in pieces. */
export const everyContact = (wanted: RawBuilder<unknown>, sort: string | undefined) =>
  contactsIn(sql`(select contact.id from ${wanted})`, orderOf(sort));

const contactsIn = (keys: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<StoredContact>`
  select contact.id, contact.customer_id, customer.name, customer.code, customer.numbers, contact.state, contact.attempts,
    contact.last_at, caller.name as last_by_name, said.code as outcome, said.name as outcome_name, tried.call_id,
    nullif(tried.heard, '') as heard, tried.heard_seconds, coalesce(tried.pressed, '') as pressed,
    nullif(contact.next_at, '-infinity') as next_at, contact.claimed_until, customer.do_not_call as refuses,
    ${numberToCall} as number, contact.stopped,
    (select last.at from advertised_number as last where last.e164 = ${numberToCall}) as advertised,
    contact.assigned_to, assigned.name as assigned_name, data_source.name as list_name
  from ${keys} as key
    join campaign_contact as contact on contact.id = key.id
    join customer on customer.id = contact.customer_id
    left join data_source on data_source.id = customer.data_source_id
    left join account as caller on caller.id = contact.last_by
    left join account as assigned on assigned.id = contact.assigned_to
    left join lateral (select its.outcome, its.call_id, its.heard, its.heard_seconds, its.pressed from campaign_attempt as its
      where its.campaign_id = contact.campaign_id and its.customer_id = contact.customer_id
      order by its.at desc, its.id desc limit 1) as tried on true
    left join disposition_outcome as said on said.code = tried.outcome
  order by ${order}`;

/** As somebody is shown them. */
export function presentContact(
  stored: StoredContact,
  {
    rules,
    view,
    clock,
  }: { readonly rules: GateFacts['campaign']; readonly view: NumberView; readonly clock: CompanyClock },
) {
  const {
    numbers,
    number: phone,
    stopped,
    claimed_until: claimed,
    refuses,
    advertised,
    next_at: next,
    ...row
  } = stored;
  const others = numbers.filter((one) => one !== phone);
  const { state, attempts } = row;
  const { why, at } = nextCall(
    {
      campaign: rules,
      contact: { state, attempts, stopped, next: next?.getTime() ?? null, claimed: claimed?.getTime() ?? null },
      customer: { refuses, advertised: advertised?.getTime() ?? null },
      hasNumber: phone !== '',
    },
    clock,
  );
  return {
    ...row,
    phone: view.show(phone),
    phones: others.map(view.show),
    next_at: at === null ? null : new Date(at),
    next_why: why,
  } satisfies Omit<ContactRow, 'last_at' | 'next_at'> & Pick<StoredContact, 'last_at' | 'next_at'>;
}
