import { totalCap } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { callKeys } from '../../domain/call-records.ts';
import type { NumberView } from '../../domain/number-view.ts';

/** A span of time that calls began in, open where nothing is said. */
export interface Span {
  readonly from: RawBuilder<Date> | undefined;
  readonly to: RawBuilder<Date> | undefined;
}

/** What a search for calls means. */
export type Meaning = { readonly kind: 'nothing' } | Found | Common;

/** What indexes find. */
export interface Found {
  readonly kind: 'found';
  /** `id` and `started_at` of each call, in no order, one more than are counted at the most. */
  readonly keys: RawBuilder<unknown>;
  /** The same of each call by itself: what very many are is met at once on the way through the list. */
  readonly condition: RawBuilder<SqlBool>;
}

/** The name of more customers than are looked up: only of each call by itself it is known whether it is theirs. */
export interface Common {
  readonly kind: 'common';
  readonly condition: RawBuilder<SqlBool>;
}

const colleaguesAtMost = 500;

/**
 * An extension, a whole number in any usual writing, part of one, or the name of a customer or a colleague. People who see
 * masked numbers find them by the whole number only: parts would tell the rest.
 */
export async function meaningOf(
  trx: Trx,
  search: string,
  { view, span }: { view: NumberView; span: Span },
): Promise<Meaning> {
  const digits = search.replace(/[\s.\-()]/g, '');
  if (!/^\+?\d{2,20}$/.test(digits)) return namedBy(trx, search, span);
  if (await isExtension(trx, digits)) return withThem({ numbers: [], extensions: [digits] }, span);
  const read = parsePhone(search);
  if (read.ok && read.phone.canonical.startsWith('+')) {
    return withThem({ numbers: [read.phone.canonical], extensions: [] }, span);
  }
  // The 0 that a number is dialled with is not part of what is stored.
  const part = digits.replace(/^(\+|0)/, '');
  return view.masked || part.length < 3 ? { kind: 'nothing' } : withPart(part, span);
}

const withPart = (part: string, { from, to }: Span): Meaning => ({
  kind: 'found',
  keys: sql`select id, started_at from find_call(${part}, ${from ?? null}, ${to ?? null}, ${totalCap + 1})`,
  condition: sql`call.outside_number like ${`%${part}%`}`,
});

interface Them {
  readonly numbers: readonly string[];
  readonly extensions: readonly string[];
}

/**
 * Calls with any of these numbers or of these extensions of ours: each by its own index, which has them in order of time. Of an
 * extension there may be very many; the numbers may be a thousand with a few calls each, and are looked up in one go.
 */
function withThem({ numbers, extensions }: Them, { from, to }: Span): Meaning {
  if (numbers.length + extensions.length === 0) return { kind: 'nothing' };
  const isOurs = (column: string) => sql<boolean>`call.${sql.ref(column)} = any(${extensions}::text[])`;
  const within = sql`started_at >= coalesce(${from ?? null}, '-infinity'::timestamptz)
    and started_at < coalesce(${to ?? null}, 'infinity'::timestamptz)`;
  const by = (column: string, isTold: RawBuilder<SqlBool>) => sql`
    select its.id, its.started_at from unnest(${extensions}::text[]) as one cross join lateral (
      select id, started_at from call where ${sql.ref(column)} = one and not ${isTold} and ${within}
      order by started_at desc limit ${totalCap + 1}
    ) as its`;
  const [placed, taken] = [isOurs('from_extension'), isOurs('to_extension')];
  const parts = [
    ...(numbers.length === 0
      ? []
      : [
          sql`select id, started_at from call where outside_number = any(${numbers}::text[])
            and not (${placed} or ${taken}) and ${within}`,
        ]),
    ...(extensions.length === 0 ? [] : [by('from_extension', sql`false`), by('to_extension', placed)]),
  ];
  return {
    kind: 'found',
    keys: sql`select * from (${sql.join(parts, sql` union all `)}) as them limit ${totalCap + 1}`,
    condition: sql`(call.outside_number = any(${numbers}::text[]) or ${placed} or ${taken})`,
  };
}

async function isExtension(trx: Trx, digits: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where extension = ${digits} union all select from extension where number = ${digits}
  `.execute(trx);
  return rows.length > 0;
}

async function namedBy(trx: Trx, search: string, span: Span): Promise<Meaning> {
  const words = search.split(/\s+/);
  const phrase = sql`(select fold(${search}))`;
  // What is looked into begins with a blank and the folded name, whose letters are as many: nothing is folded row by row.
  const isCustomers = sql<boolean>`position(${phrase} in customer.search_text) between 1
    and char_length(customer.name) + 2 - char_length(${phrase})`;
  // The index knows more of a customer than the name, and in no order: what it finds is looked at again.
  const { rows } = await sql<{ met: number; numbers: string[] }>`
    with found as materialized (select id from find_customer(${words}::text[], ${totalCap + 1}))
    select (select count(*) from found) as met, array(
      select e164 from customer_phone join customer on customer.id = customer_phone.customer_id
      where (select count(*) from found) <= ${totalCap} and customer.id in (select id from found)
        and ${isCustomers}) as numbers`.execute(trx);
  const { met = 0, numbers = [] } = rows[0] ?? {};
  const colleagues = await trx
    .selectFrom('account')
    .where(sql<boolean>`fold(account.name) like (select fold(${`%${search.replace(/[\\%_]/g, '\\$&')}%`}))`)
    .where('extension', 'is not', null)
    .select((colleague) => colleague.ref('account.extension').$notNull().as('extension'))
    .limit(colleaguesAtMost)
    .execute();
  const extensions = colleagues.map((colleague) => colleague.extension);
  if (met <= totalCap) return withThem({ numbers, extensions }, span);
  // Asked with `exists`, the names of all customers would be read first.
  const condition = sql<SqlBool>`((
      select case when ${isCustomers} then true end
      from customer_phone join customer on customer.id = customer_phone.customer_id
      where customer_phone.e164 = call.outside_number)
    or call.from_extension = any(${extensions}::text[]) or call.to_extension = any(${extensions}::text[]))`;
  return { kind: 'common', condition };
}

/**
 * How many calls the indexes find, how many of these are among `all` (each of them where it is left out), and the keys of a
 * page of them: they are looked into once. Where they find more than are counted, the rest of the answer is nothing.
 */
export async function foundAmong(
  trx: Trx,
  { keys }: Found,
  { all, order, skip, atMost }: PageOfFound,
): Promise<{ met: number; total: number; ids: string[]; times: string[] }> {
  const kept = all
    ?.select(['call.wait_ms', 'call.talk_ms'])
    .where(sql<boolean>`(call.id, call.started_at) in (select id, started_at from few)`);
  const { rows } = await sql<{ met: number; total: number; ids: string[]; times: string[] }>`
    with found as materialized (${keys}),
      few as not materialized (select * from found where (select count(*) from found) <= ${totalCap}),
      kept as ${kept === undefined ? sql`not materialized (select * from few)` : sql`materialized (${kept})`},
      page as materialized (select id, started_at from kept as call order by ${order} limit ${atMost} offset ${skip})
    select (select count(*) from found) as met, (select count(*) from kept) as total,
      array(select id::text from page) as ids, array(select started_at::text from page) as times`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('A count has no row.');
  return row;
}

interface PageOfFound {
  /** What they have to be besides; nothing where it is left out. */
  readonly all: ReturnType<typeof callKeys> | undefined;
  readonly order: RawBuilder<unknown>;
  readonly skip: number;
  readonly atMost: number;
}
