import type { customerCard } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { NumberView } from '../../domain/number-view.ts';

type Card = z.input<typeof customerCard>;

/** The customer as the pop-up shows it. */
export async function readCustomerCard(trx: Trx, id: string, view: NumberView): Promise<Card | undefined> {
  const row = await trx
    .selectFrom('customer')
    .leftJoin('account', 'account.id', 'customer.user_id')
    .where('customer.id', '=', id)
    .selectAll('customer')
    .select('account.name as user_name')
    .select((customer) =>
      customer
        .selectFrom('customer_phone')
        .whereRef('customer_phone.customer_id', '=', 'customer.id')
        .orderBy('customer_phone.position')
        .limit(1)
        .select('customer_phone.e164')
        .as('e164'),
    )
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, phone: view.show(row.e164 ?? '') };
}

/**
 * The stored form of a number as somebody has it. Whoever is shown masked numbers has only what their phone shows: that
 * stands for the number of the call that they are in, and for no other.
 */
export async function numberMeant(
  trx: Trx,
  phone: string,
  { view, extension }: { view: NumberView; extension: string | null },
): Promise<string | undefined> {
  const read = parsePhone(phone);
  if (read.ok) return read.phone.canonical;
  if (read.problem !== 'masked' || extension === null) return undefined;
  const calls = await trx
    .selectFrom('call')
    .where('status', '=', 'in_progress')
    .where('outside_number', '<>', '')
    .where((call) => call.or([call('to_extension', '=', extension), call('from_extension', '=', extension)]))
    .orderBy('started_at', 'desc')
    .select('outside_number')
    .limit(10)
    .execute();
  return calls.find(({ outside_number: number }) => view.show(number) === phone)?.outside_number;
}
