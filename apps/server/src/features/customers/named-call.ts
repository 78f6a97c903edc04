import type { Trx } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { lastCallWith } from '../../domain/last-call-with.ts';
import { numberNow } from '../../domain/number-now.ts';
import type { By } from '../../kernel/by.ts';
import { numberThen } from './own-calls.ts';
import { whoMayBe } from './who-may-be.ts';

/** Of which conversation somebody keeps something: the one that they name, where it is their own and with this customer. */
export type NamedCall = (
  trx: Trx,
  customerId: string,
) => Promise<{ readonly id: string | null; readonly named: boolean }>;

/** Asks where calls run, which is no work of a transaction, and leaves the rest to one. Where none is named, it is the last with the customer. */
export async function namedCall(
  calls: Pick<CallsNow, 'outsideNumber'>,
  by: By,
  name: string | null,
): Promise<NamedCall> {
  const { caller } = by;
  const known = name === null ? undefined : await numberNow(calls, caller, name);
  return async (trx, customerId) => {
    const number = name === null ? undefined : (known ?? (await numberThen(trx, caller, name)));
    if (number !== undefined && (await whoMayBe(trx, number)).has(customerId)) return { id: name, named: true };
    return { id: await lastCallWith(trx, by, customerId), named: false };
  };
}
