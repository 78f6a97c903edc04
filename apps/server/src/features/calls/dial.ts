import type { createHistoriesCall } from '@alo/contract';
import { isTenDigits, numberIn, type Phone, parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { callKeys } from '../../domain/call-records.ts';
import type { NumberView } from '../../domain/number-view.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { PreparedFor } from '../../storage/sealed-number.ts';
import { projectCaller } from './project-caller.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A customer by their id, or one of their other numbers by its place. */
const customerNumber = new RegExp(`^(${uuid})(?:/([1-9]))?$`, 'i');
/** A customer, called for one of these. */
const preparedCall = new RegExp(`^(campaign|survey)/(${uuid})$`, 'i');
/** The number of a conversation. */
const numberOfCall = new RegExp(`^call/(${uuid})$`, 'i');

/** What may be dialled inside, keys of codes among it. */
const short = /^[\d*#]{2,6}$/;
/** A code with what stands behind it: *72 and a number is no number to be called. */
const code = /^\*[\d*#]{1,30}$/;

type Prepared = z.input<typeof createHistoriesCall.result>;

export interface DiallingBy {
  readonly caller: Caller;
  readonly view: NumberView;
  /** What a phone dials whose person may not see the number, or that says what the call is for. */
  readonly seal: (number: string, preparedFor?: PreparedFor, showing?: string) => string;
  /** The number behind that, or behind a link; undefined for what is neither. */
  readonly open: (text: string) => string | undefined;
}

/**
 * What a phone has to dial for what a person entered or clicked. Whoever sees masked numbers gets a customer's sealed, except
 * one that they typed themselves.
 */
export async function prepareCall(trx: Trx, phone: string, by: DiallingBy): Promise<Prepared> {
  const [, preparedFor, customerId] = preparedCall.exec(phone) ?? [];
  if (preparedFor !== undefined && customerId !== undefined) {
    // The one pattern has no other words.
    const purpose = preparedFor.toLowerCase() as PreparedFor;
    const placed = purpose === 'campaign' ? await placedJustNow(trx, by.caller, customerId) : undefined;
    const number = phoneOf(placed?.number || (await customersNumber(trx, customerId, 0)));
    return toNumber(trx, number, by, 'hidden', purpose, placed?.shown);
  }
  const hidden = await hiddenNumber(trx, phone, by);
  if (hidden !== undefined) return toNumber(trx, hidden, by, 'hidden');

  const typed = phone.normalize('NFKC').replace(/^\s*(?:tel|callto):(?:\/\/)?/i, '');
  const digits = typed.replace(/[\s.\-()]/g, '');
  const colleague = /^\d{2,8}$/.test(digits) ? await extensionNamed(trx, digits) : undefined;
  if (colleague !== undefined) {
    return { dial: digits, kind: 'internal', phone: digits, name: colleague, customer_id: null };
  }
  const found = code.test(digits) ? null : numberIn(typed);
  // Places where callers wait, codes, and what nobody has: call control knows, and says so.
  if (found === null && (short.test(digits) || code.test(digits))) {
    return { dial: digits, kind: 'internal', phone: digits, name: null, customer_id: null };
  }
  if (found !== null) return toNumber(trx, found, by, 'typed');
  // Ten digits are a number (specification §5): call control takes one that nobody can read for as dear as any, and the carrier says whose it is.
  if (isTenDigits(digits)) return toNumber(trx, phoneOf(digits), by, 'typed');
  throw Problem.invalid({ phone: 'Định dạng số điện thoại sai' });
}

/** The number for which something stands that says nothing of it; undefined for what a person may have written. */
export async function hiddenNumber(
  trx: Trx,
  text: string,
  { caller, open }: Pick<DiallingBy, 'caller' | 'open'>,
): Promise<Phone | undefined> {
  const opened = open(text);
  if (opened !== undefined) return phoneOf(opened);
  const [, callId] = numberOfCall.exec(text) ?? [];
  if (callId !== undefined) return phoneOf(await outsideNumberOf(trx, caller, callId));
  const [, customerId, place] = customerNumber.exec(text) ?? [];
  if (customerId === undefined) return undefined;
  return phoneOf(await customersNumber(trx, customerId, Number(place ?? 0)));
}

function phoneOf(number: string): Phone {
  const read = parsePhone(number);
  return read.ok ? read.phone : { canonical: number, national: number, kind: 'international' };
}

async function toNumber(
  trx: Trx,
  { canonical, national }: Phone,
  { caller, view, seal }: DiallingBy,
  how: 'hidden' | 'typed',
  preparedFor?: PreparedFor,
  showing?: string,
): Promise<Prepared> {
  const customer = await trx
    .selectFrom('customer_phone')
    .innerJoin('customer', 'customer.id', 'customer_phone.customer_id')
    .where('customer_phone.e164', '=', canonical)
    .select(['customer.id', 'customer.name'])
    .executeTakeFirst();
  const isHidden = how === 'hidden' && view.masked;
  // What calls for a campaign show is the campaign's to say.
  const shown = showing ?? (customer && (await projectCaller(trx, caller, { customer: customer.id, national })));
  const isSealed = isHidden || preparedFor !== undefined || shown !== undefined;
  return {
    dial: isSealed ? seal(national, preparedFor, shown) : national,
    kind: 'external',
    phone: isHidden ? view.show(canonical) : national,
    name: customer?.name ?? null,
    customer_id: customer?.id ?? null,
  };
}

/** The call for a campaign that was let through last: at which of their numbers, and with which of ours. */
const placedJustNow = (trx: Trx, { accountId }: Caller, customerId: string) =>
  trx
    .selectFrom('campaign_contact as contact')
    .innerJoin('campaign_attempt as placed', (on) =>
      on
        .onRef('placed.campaign_id', '=', 'contact.campaign_id')
        .onRef('placed.customer_id', '=', 'contact.customer_id')
        .onRef('placed.at', '=', 'contact.last_at'),
    )
    .innerJoin('customer', 'customer.id', 'contact.customer_id')
    .where('contact.customer_id', '=', customerId)
    .where('contact.claimed_by', '=', accountId)
    .where('contact.state', '=', 'calling')
    .orderBy('placed.at', 'desc')
    .limit(1)
    .select(['placed.shown', sql<string>`contact_number(placed.number, customer.numbers)`.as('number')])
    .executeTakeFirst();

async function customersNumber(trx: Trx, id: string, place: number): Promise<string> {
  const found = await trx
    .selectFrom('customer_phone')
    .where('customer_id', '=', id)
    .orderBy('position')
    .offset(place)
    .limit(1)
    .select('e164')
    .executeTakeFirst();
  if (found === undefined) throw Problem.invalid({ phone: 'Khách hàng này không có số điện thoại' });
  return found.e164;
}

async function outsideNumberOf(trx: Trx, caller: Caller, callId: string): Promise<string> {
  const found = await callKeys(trx, caller)
    .where('call.id', '=', callId)
    .where('call.outside_number', '<>', '')
    .select('call.outside_number')
    .executeTakeFirst();
  if (found === undefined) throw Problem.invalid({ phone: 'Cuộc gọi này không có số để gọi lại' });
  return found.outside_number;
}

/** What the extension is called: who has it, else its own name; undefined where there is none. */
async function extensionNamed(trx: Trx, number: string): Promise<string | undefined> {
  const person = await trx
    .selectFrom('account')
    .where('extension', '=', number)
    .where('active', '=', true)
    .select('name')
    .executeTakeFirst();
  if (person !== undefined) return person.name;
  const extension = await trx.selectFrom('extension').where('number', '=', number).select('name').executeTakeFirst();
  if (extension !== undefined) return extension.name;
  for (const table of ['ring_group', 'queue', 'ivr_menu'] as const) {
    const place = await trx.selectFrom(table).where('number', '=', number).select('name').executeTakeFirst();
    if (place !== undefined) return place.name;
  }
  return undefined;
}
