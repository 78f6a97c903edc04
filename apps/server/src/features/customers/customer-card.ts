import type { customers, StoredRowOf } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';

import type { Trx } from '../../db/database.ts';
import type { NumberView } from '../../domain/number-view.ts';
import type { By } from '../../kernel/by.ts';
import { reading } from '../../resource/reading.ts';
import { customer } from './customers.ts';

const read = reading(customer);

/** The customer as the pop-up shows them, to whoever talks with them: also to whom they do not belong. */
export async function readCustomerCard(
  trx: Trx,
  by: By,
  id: string,
): Promise<StoredRowOf<typeof customers> | undefined> {
  const [row] = await read.byIds(trx, by, [id]);
  return row === undefined ? undefined : ((await customer.mask?.(trx, by))?.(row) ?? row);
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
