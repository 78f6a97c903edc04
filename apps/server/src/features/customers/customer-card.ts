import type { customers, StoredRowOf } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';

import type { Trx } from '../../db/database.ts';
import type { NumberView } from '../../domain/number-view.ts';
import type { By } from '../../kernel/by.ts';
import { reading } from '../../resource/reading.ts';
import { customer } from './customers.ts';
import { ownCallsOfLate } from './own-calls.ts';

const read = reading(customer);

/** The customer as the pop-up shows them, to whoever talks with them: also to whom they do not belong. */
export async function readCustomerCard(
  trx: Trx,
  by: By,
  id: string,
): Promise<StoredRowOf<typeof customers> | undefined> {
  const [row] = await read.byIds(trx, [id]);
  return row === undefined ? undefined : ((await customer.mask?.(by)?.(trx))?.(row) ?? row);
}

/**
 * The stored form of a number as somebody has it. Whoever is shown masked numbers has only what their phone shows: that
 * stands for the number of the call that they are in, or that rings at their phone, or that they had of late; and for no other.
 */
export async function numberMeant(
  trx: Trx,
  phone: string,
  { view, extension }: { view: NumberView; extension: string | null },
): Promise<string | undefined> {
  const read = parsePhone(phone);
  if (read.ok) return read.phone.canonical;
  if (read.problem !== 'masked' || extension === null) return undefined;
  return (await ownNumbers(trx, extension)).find((number) => view.show(number) === phone);
}

/** The numbers outside of the calls that somebody at an extension is in, that ring there, and that they had of late. */
export async function ownNumbers(trx: Trx, extension: string): Promise<readonly string[]> {
  const calls = await trx
    .selectFrom('call')
    .where('status', '=', 'in_progress')
    .where('outside_number', '<>', '')
    .where((call) =>
      call.or([
        call('to_extension', '=', extension),
        call('from_extension', '=', extension),
        // A group and a queue ring several: whose call it will be is known once somebody answers.
        call.exists(
          call
            .selectFrom('leg')
            .whereRef('leg.call_id', '=', 'call.id')
            .whereRef('leg.call_started_at', '=', 'call.started_at')
            .where('leg.extension', '=', extension)
            .where('leg.ended_at', 'is', null)
            .select('leg.id'),
        ),
      ]),
    )
    .orderBy('started_at', 'desc')
    .select('outside_number')
    .limit(10)
    .execute();
  // A call that has ended leaves its card open, for what came of it.
  const late = await ownCallsOfLate(trx, extension).limit(10).execute();
  return [...calls, ...late].map(({ outside_number: number }) => number);
}
