import { totalCap } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { type Placeholders, prepared, type ValueOrPlaceholder } from '../../db/prepared.ts';
import type { callKeys } from '../../domain/call-records.ts';
import { callsOf, isCallOf } from '../../domain/calls-of.ts';
import { callsOfPeople } from '../../domain/holders.ts';
import type { NumberView } from '../../domain/number-view.ts';

/** A span of time that calls began in, open where nothing is said. */
export interface CallSpan {
  readonly from: RawBuilder<Date> | undefined;
  readonly to: RawBuilder<Date> | undefined;
}

/**
 * What a search means: calls with some numbers or with some extensions of ours or with either, calls with a part of a number, or
 * calls with very many customers, of which only of each by itself it is known whether it is theirs.
 */
export type Meant = Indexed | 'common' | 'nothing' | 'anything';
/** What indexes find. */
export type Indexed = 'numbers' | 'extensions' | 'either' | 'part';

/** What these look for. */
export interface Sought {
  readonly numbers: readonly string[];
  readonly extensions: readonly string[];
  /** A part of a number, or a name as it was typed. */
  readonly text: string;
}
type SoughtOrPlaceholders = { readonly [Name in keyof Sought]: ValueOrPlaceholder<Sought[Name]> };

export interface Meaning extends Sought {
  readonly meant: Meant;
}

const colleaguesAtMost = 500;
const nothing: Meaning = { meant: 'nothing', numbers: [], extensions: [], text: '' };
/** Where nothing is searched for. */
export const anything: Meaning = { ...nothing, meant: 'anything' };

/** A number as it is dialled, or a part of one; undefined where something else is looked for. */
function digitsOf(search: string): string | undefined {
  const digits = search.replace(/[\s.\-()]/g, '');
  return /^\+?\d{2,20}$/.test(digits) ? digits : undefined;
}

/** The whole number that is looked for, where it is no extension of ours; undefined where it is none. */
export function wholeNumber(search: string): string | undefined {
  const read = digitsOf(search) === undefined ? undefined : parsePhone(search);
  return read?.ok && read.phone.canonical.startsWith('+') ? read.phone.canonical : undefined;
}

/** What of a `Db.read` `meaningFrom` is made of. */
export function meaningRead(search: string): MeaningRead {
  const digits = digitsOf(search);
  if (digits !== undefined) return { ours: extensionsCalled({ digits }) };
  return {
    customers: customersNamed({ text: search, words: search.split(/\s+/) }),
    colleagues: colleaguesNamed({ pattern: `%${search.replace(/[\\%_]/g, '\\$&')}%` }),
  };
}

interface Answers {
  readonly ours?: readonly { readonly number: string }[];
  readonly customers?: readonly { readonly met: number; readonly numbers: readonly string[] }[];
  readonly colleagues?: readonly { readonly extension: string }[];
}
type MeaningRead = { readonly [Name in keyof Answers]: Compilable<NonNullable<Answers[Name]>[number]> };

/**
 * An extension, a whole number in any usual writing, part of one, or the name of a customer or a colleague. People who see
 * masked numbers find them by the whole number only: parts would tell the rest.
 */
export function meaningFrom(
  { ours = [], customers = [], colleagues = [] }: Answers,
  search: string,
  view: NumberView,
): Meaning {
  const digits = digitsOf(search);
  if (digits === undefined) {
    const { met = 0, numbers = [] } = customers[0] ?? {};
    const extensions = colleagues.map(({ extension }) => extension);
    if (met > totalCap) return { meant: 'common', numbers: [], extensions, text: search };
    return withThem(numbers, extensions);
  }
  if (ours.length > 0) return withThem([], [digits]);
  const whole = wholeNumber(search);
  if (whole !== undefined) return withThem([whole], []);
  // The 0 that a number is dialled with is not part of what is stored.
  const part = digits.replace(/^(\+|0)/, '');
  return view.masked || part.length < 3 ? nothing : { ...nothing, meant: 'part', text: part };
}

function withThem(numbers: readonly string[], extensions: readonly string[]): Meaning {
  if (numbers.length > 0)
    return { ...nothing, meant: extensions.length > 0 ? 'either' : 'numbers', numbers, extensions };
  return extensions.length > 0 ? { ...nothing, meant: 'extensions', extensions } : nothing;
}

const extensionsCalled = prepared((trx, { digits }: Placeholders<{ digits: string }>) =>
  trx
    .selectFrom(
      sql<{ number: string }>`(select extension as number from account where extension = ${digits}
      union all select number from extension where number = ${digits})`.as('ours'),
    )
    .select('number'),
);

interface Named {
  readonly text: string;
  readonly words: readonly string[];
}

/** The numbers of those who are called so, and how many these are, up to one more than are counted: of more there are no numbers. */
const customersNamed = prepared((trx, { text, words }: Placeholders<Named>) =>
  // The index knows more of a customer than the name, and in no order: what it finds is looked at again.
  trx
    .selectFrom(
      sql<{ met: number; numbers: string[] }>`(
      with found as materialized (select id from find_customer(${words}::text[], ${totalCap + 1}))
      select (select count(*) from found) as met, array(
        select e164 from customer_phone join customer on customer.id = customer_phone.customer_id
        where (select count(*) from found) <= ${totalCap} and customer.id in (select id from found)
          and ${isNamed(text)}) as numbers)`.as('named'),
    )
    .select(['met', 'numbers']),
);

// What is looked into begins with a blank and the folded name, whose letters are as many: nothing is folded row by row.
function isNamed(text: ValueOrPlaceholder<string>): RawBuilder<SqlBool> {
  const phrase = sql`(select fold(${text}))`;
  return sql`position(${phrase} in customer.search_text) between 1
    and char_length(customer.name) + 2 - char_length(${phrase})`;
}

const colleaguesNamed = prepared((trx, { pattern }: Placeholders<{ pattern: string }>) =>
  trx
    .selectFrom('account')
    .where(sql<boolean>`fold(account.name) like (select fold(${pattern}))`)
    .where('extension', 'is not', null)
    .select((colleague) => colleague.ref('account.extension').$notNull().as('extension'))
    .limit(colleaguesAtMost),
);

/**
 * `id` and `started_at` of each call that indexes find, in no order, one more than are counted at the most. Calls with any of
 * these numbers or of these extensions of ours: each by its own index, which has them in order of time. Of an extension there may
 * be very many; the numbers may be a thousand with a few calls each, and are looked up in one go.
 */
export function keysOf(
  meant: Indexed,
  { numbers, extensions, text }: SoughtOrPlaceholders,
  { from, to }: CallSpan,
): RawBuilder<unknown> {
  if (meant === 'part') {
    return sql`select id, started_at from find_call(${text}, ${from ?? null}, ${to ?? null}, ${totalCap + 1})`;
  }
  const ours = sql`select one as extension, '-infinity'::timestamptz as from_at, 'infinity'::timestamptz as to_at
    from unnest(${extensions}::text[]) as one`;
  const isOneOfOurs = (extension: RawBuilder<unknown>) => sql<boolean>`${extension} = any(${extensions}::text[])`;
  const parts = [
    ...(meant === 'extensions'
      ? []
      : [
          sql`select id, started_at from call where outside_number = any(${numbers}::text[])
            and not ${isOurs(extensions)} and started_at >= coalesce(${from ?? null}, '-infinity'::timestamptz)
            and started_at < coalesce(${to ?? null}, 'infinity'::timestamptz)`,
        ]),
    ...(meant === 'numbers' ? [] : [callsOf(ours, isOneOfOurs, { from, to, atMost: totalCap + 1 })]),
  ];
  return upTo(sql.join(parts, sql` union all `));
}

/** The same of the calls of people. */
export const keysOfPeople = (whose: RawBuilder<SqlBool>, span: CallSpan): RawBuilder<unknown> =>
  upTo(callsOfPeople(whose, { ...span, atMost: totalCap + 1 }));

const upTo = (keys: RawBuilder<unknown>) => sql`select * from (${keys}) as them limit ${totalCap + 1}`;

const isOurs = (extensions: ValueOrPlaceholder<readonly string[]>) => isCallOf(sql`${extensions}::text[]`);

/** What is meant of each call by itself: what very many are is met at once on the way through the list. */
export function conditionOf(meant: Meant, { numbers, extensions, text }: SoughtOrPlaceholders): RawBuilder<SqlBool> {
  const ours = isOurs(extensions);
  switch (meant) {
    case 'anything':
      return sql`true`;
    case 'nothing':
      return sql`false`;
    case 'part':
      return sql`call.outside_number like '%' || ${text} || '%'`;
    case 'numbers':
    case 'extensions':
    case 'either':
      return sql`(call.outside_number = any(${numbers}::text[]) or ${ours})`;
    case 'common':
      // Asked with `exists`, the names of all customers would be read first.
      return sql`((
        select case when ${isNamed(text)} then true end
        from customer_phone join customer on customer.id = customer_phone.customer_id
        where customer_phone.e164 = call.outside_number)
      or ${ours})`;
    default:
      return meant satisfies never;
  }
}

/** Whether indexes find what is meant. */
export const isIndexed = (meant: Meant): meant is Indexed => !['common', 'nothing', 'anything'].includes(meant);

/** How many calls the indexes find, how many of these are wanted, and the keys of a page of them. */
export interface FoundAmong {
  readonly met: number;
  readonly total: number;
  readonly ids: readonly string[];
  readonly times: readonly string[];
}

/**
 * What indexes find among `all` (each of it where that is left out): they are looked into once. Where they find more than are
 * counted, the rest of the answer is nothing.
 */
export function foundAmong(trx: Trx, keys: RawBuilder<unknown>, { all, order, skip, atMost }: PageOfFound) {
  const kept = all
    ?.select(['call.wait_ms', 'call.talk_ms'])
    .where(sql<boolean>`(call.id, call.started_at) in (select id, started_at from few)`);
  return trx
    .selectFrom(
      sql<FoundAmong>`(
      with found as materialized (${keys}),
        few as not materialized (select * from found where (select count(*) from found) <= ${totalCap}),
        kept as ${kept === undefined ? sql`not materialized (select * from few)` : sql`materialized (${kept})`},
        page as materialized (select id, started_at from kept as call order by ${order} limit ${atMost} offset ${skip})
      select (select count(*) from found) as met, (select count(*) from kept) as total,
        array(select id::text from page) as ids, array(select started_at::text from page) as times)`.as('one'),
    )
    .selectAll();
}

interface PageOfFound {
  /** What they have to be besides; nothing where it is left out. */
  readonly all: ReturnType<typeof callKeys> | undefined;
  readonly order: RawBuilder<unknown>;
  readonly skip: ValueOrPlaceholder<number>;
  readonly atMost: ValueOrPlaceholder<number>;
}
