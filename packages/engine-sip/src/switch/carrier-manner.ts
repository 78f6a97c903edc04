import type { TrunkManner, TrunkProvision } from '@alo/engine';
import { parsePhone } from '@alo/phone-number';
import { hostOf } from '../sockets/local-address.ts';

/** A number as the carrier wants it dialled. Short codes, 1800 and 1900 have one form alone. */
export function calledAs(manner: TrunkManner | undefined, number: string): string {
  const form = manner?.calledForm;
  if (form === undefined) return number;
  const read = parsePhone(number);
  if (!read.ok || !['mobile', 'fixed', 'international'].includes(read.phone.kind)) return number;
  const { national, canonical } = read.phone;
  switch (form) {
    case 'national':
      return national;
    case 'international':
      return canonical.replace(/^\+/, '');
    case 'plus':
      return canonical;
    default:
      return form satisfies never;
  }
}

/** Where our name and theirs are at home, in From, To and what is asserted; `ours` where the carrier says nothing of it. */
export const domainAt = ({ manner }: Pick<TrunkProvision, 'manner'>, ours: string): string => manner?.domain ?? ours;

/** The carrier's own name. */
export const domainOf = ({ host, manner }: Pick<TrunkProvision, 'host' | 'manner'>): string =>
  manner?.domain ?? hostOf(host);

/** What says of a number that it is one, where the carrier wants that said. */
export const phoneMark = (manner: TrunkManner | undefined, user: string): string =>
  manner?.userIsPhone === true && /^\+?\d+$/.test(user) ? ';user=phone' : '';
