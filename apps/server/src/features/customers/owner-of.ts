import type { Trx } from '../../db/database.ts';

/** The extension of whoever looks after the customer at a number (canonical); null where nobody does. */
export async function ownerOf(trx: Trx, number: string): Promise<string | null> {
  const owner = await trx
    .selectFrom('customer_phone')
    .innerJoin('customer', 'customer.id', 'customer_phone.customer_id')
    .innerJoin('account', 'account.id', 'customer.user_id')
    .where('customer_phone.e164', '=', number)
    .where('account.active', '=', true)
    .select('account.extension')
    .executeTakeFirst();
  return owner?.extension ?? null;
}
