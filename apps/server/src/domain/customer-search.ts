import { isAllowed } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { type RawBuilder, sql } from 'kysely';

import type { By } from '../kernel/by.ts';
import type { Condition, IndexedSearch } from '../resource/resource.ts';
import { everyWord, wordsOf } from '../resource/searching.ts';

/** The number as it is kept, however it was written; nothing where it cannot be a customer's. */
export function canonical(written: string): string | undefined {
  const read = parsePhone(written.normalize('NFKC'));
  return read.ok && read.phone.canonical.startsWith('+') ? read.phone.canonical : undefined;
}

/** What of a number is looked for: all of it, or a part. */
type Sought = { readonly whole: string } | { readonly part: string };

const words = everyWord('customer');

/**
 * Words of name, code, e-mail and address, or a number: whole in any spelling, or a part of it. Those who may not see numbers in
 * full find them by the whole number only: parts would tell the rest.
 */
export const customerSearch: IndexedSearch = {
  found(search, by, atMost) {
    const sought = soughtIn(search, by);
    const named = words.found(search, by, atMost);
    if (sought === undefined) return isEmail(search) ? byEmail(search.trim(), named) : named;
    return sql`(select id, created_at from ${named} as named union select id, created_at from ${byNumber(sought, atMost)} as numbered)`;
  },
  has(search, by) {
    const sought = soughtIn(search, by);
    const named = words.has(search, by);
    return sought === undefined ? named : sql<boolean>`(coalesce(${named}, false) or ${hasNumber(sought)})`;
  },
};

function soughtIn(search: string, { caller }: By): Sought | undefined {
  const digits = search.normalize('NFKC').replace(/[\s.\-()]/g, '');
  if (!/^\+?\d{3,20}$/.test(digits)) return undefined;
  const whole = canonical(search);
  if (whole !== undefined) return { whole };
  if (!isAllowed(caller.role, 'customer.full-phone')) return undefined;
  // The 0 that a number is dialled with is not part of what is kept.
  const part = digits.replace(/^(\+|0)/, '');
  return part.length < 3 ? undefined : { part };
}

const byNumber = (sought: Sought, atMost: number): RawBuilder<{ id: string; created_at: Date }> =>
  'part' in sought
    ? sql`find_customer_number(${sought.part}, ${atMost})`
    : sql`(select customer.id, customer.created_at from customer_phone join customer on customer.id = customer_phone.customer_id
        where customer_phone.e164 = ${sought.whole})`;

/** The words stand in the name, with which the searched text begins. */
export const named = (search: string): Condition =>
  sql<boolean>`left(row.search_text, length(row.name) + 1) like all (search_patterns(${wordsOf(search)}::text[]))`;

const isEmail = (search: string) => /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(search);

/** Whose it is, whole; where it is nobody's it may be the beginning of one. */
const byEmail = (email: string, named: RawBuilder<unknown>): RawBuilder<{ id: string; created_at: Date }> => {
  const own = sql`select id, created_at from customer where email_key = lower(${email}) and email_key <> ''`;
  return sql`(${own} union all select id, created_at from ${named} as named where not exists (${own}))`;
};

const hasNumber = (sought: Sought): Condition => {
  const fits = 'part' in sought ? sql`its like ${`%${sought.part}%`}` : sql`its = ${sought.whole}`;
  return sql<boolean>`exists (select from customer_phone as own cross join lateral (select own.e164 as its) as number
    where own.customer_id = row.id and ${fits})`;
};
