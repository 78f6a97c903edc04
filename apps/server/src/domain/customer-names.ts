import { parsePhone } from '@alo/phone-number';

import type { Trx } from '../db/database.ts';

/** Who is at a number, in words; '' where nobody knows. `chosen` is the customer whom the conversation was said to be with. */
export type CustomerNames = (number: string, chosen: string | undefined) => string;

/** Looks up the customers whose numbers these are, and those who were chosen: one is also known by the number in Zalo. */
export async function customerNames(
  trx: Trx,
  numbers: readonly string[],
  chosen: Iterable<string>,
): Promise<CustomerNames> {
  const wanted = numbers.filter((number) => number !== '');
  if (wanted.length === 0) return () => '';
  const those = [...new Set(chosen)];
  const [owners, candidates] = await Promise.all([
    trx
      .selectFrom('customer_phone')
      .innerJoin('customer', 'customer.id', 'customer_phone.customer_id')
      .where('customer_phone.e164', 'in', wanted)
      .select(['customer_phone.e164', 'customer.id', 'customer.name'])
      .execute(),
    those.length === 0
      ? []
      : trx.selectFrom('customer').where('id', 'in', those).select(['id', 'name', 'zalo_digits']).execute(),
  ]);
  return (number, one) => {
    const owner = owners.find(({ e164 }) => e164 === number);
    const said = candidates.find(({ id, zalo_digits }) => id === one && spelt(number).includes(zalo_digits ?? ''));
    return (said ?? owner)?.name ?? '';
  };
}

/** Whom conversations were said to be with. */
export async function chosenFor(trx: Trx, callIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (callIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('call_customer')
    .where('call_id', 'in', [...callIds])
    .select(['call_id', 'customer_id'])
    .execute();
  return new Map(rows.map(({ call_id, customer_id }) => [call_id, customer_id]));
}

/** As digits are written in Zalo. */
function spelt(number: string): readonly string[] {
  const read = parsePhone(number);
  return read.ok ? [read.phone.national, read.phone.canonical.replace('+', '')] : [number];
}
