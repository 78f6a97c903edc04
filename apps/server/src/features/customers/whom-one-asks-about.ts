import { isAllowed } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';

import type { Trx } from '../../db/database.ts';
import { type CallsNow, unlessAway } from '../../domain/calls-now.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import type { NumberView } from '../../domain/number-view.ts';
import type { By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { numberMeant, ownNumbers } from './customer-card.ts';

/**
 * Whose number somebody has on their phone, and asks who it is. Takes from what they may look up, and asks where calls run, which is no
 * work of a transaction.
 */
export type WhomOneAsksAbout = (
  by: By,
  phone: string,
) => Promise<{
  /** As it is stored; undefined where what was written is none that they may ask about. */
  number(trx: Trx, view: NumberView): Promise<string | undefined>;
  /** Whether they are told whoever it is: they see everybody, or it is a number that they talk with, or did of late. */
  isTold(trx: Trx, number: string): Promise<boolean>;
}>;

interface Deps {
  readonly budget: NumberBudget;
  readonly calls: Pick<CallsNow, 'ownCalls'>;
}

export const whomOneAsksAbout =
  ({ budget, calls }: Deps): WhomOneAsksAbout =>
  async (by, phone) => {
    const { caller } = by;
    await budget.spend(by, phone);
    // As the switchboard knows it: of a call that has just begun to ring the history has nothing yet.
    const isNumber = parsePhone(phone).ok;
    const talking = seesEverybody(caller) && isNumber ? [] : await numbersTalkedWith(calls, caller);
    return {
      number: async (trx, view) =>
        (isNumber ? undefined : talking.find((one) => view.show(one) === phone)) ??
        numberMeant(trx, phone, { view, extension: caller.extension }),
      isTold: async (trx, number) =>
        seesEverybody(caller) || talking.includes(number) || isOwnNumber(trx, caller, number),
    };
  };

const seesEverybody = ({ role, ...place }: Caller): boolean =>
  isAllowed(role, 'customer.view') && reachOf({ role, ...place }).kind === 'all';

/** The numbers outside of the conversations that one is in, and of those that ring at one's phone. */
async function numbersTalkedWith(calls: Deps['calls'], { tenantId, extension }: Caller): Promise<readonly string[]> {
  const own = extension === null ? undefined : await calls.ownCalls(tenantId, extension).catch(unlessAway);
  if (own === undefined) return [];
  const parties = [
    ...own.data.flatMap((call) => [...call.parties, ...call.waiting, ...(call.consulted?.about ?? [])]),
    ...own.ringing.flatMap(({ party, consulted }) => [party, ...(consulted?.about ?? [])]),
  ];
  return parties.map(({ number }) => number);
}

const isOwnNumber = async (trx: Trx, { extension }: Caller, number: string): Promise<boolean> =>
  extension !== null && (await ownNumbers(trx, extension)).includes(number);
