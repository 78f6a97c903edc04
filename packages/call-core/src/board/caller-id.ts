import { maskName, maskPhone, parsePhone } from '@alo/phone-number';
import { lookUp } from '../lib/look-up.ts';
import type { Party } from './call.ts';
import type { RoutingPlan } from './plan.ts';
import type { CallerId } from './vocabulary.ts';

/** The dialled form of a number, or what came when it is not one. */
export function nationalForm(number: string): string {
  const result = parsePhone(number);
  return result.ok ? result.phone.national : number;
}

/** The stored form of a number, or what came when it is not one. */
export function canonicalForm(number: string): string {
  const result = parsePhone(number);
  return result.ok ? result.phone.canonical : number;
}

/** The caller as an extension is shown them; masked where its person may not see customers' numbers. */
export function callerIdFor(plan: RoutingPlan, extension: string, from: Party): CallerId {
  if (from.kind === 'extension') return { number: from.extension, name: from.name };
  const masked = lookUp(plan.extensions, extension)?.seesMaskedNumbers ?? true;
  const number = masked ? maskPhone(nationalForm(from.number), plan.maskMode) : nationalForm(from.number);
  const name = masked ? maskName(from.name) : from.name;
  const { namePrefix } = from;
  // Phones show a name in place of the number: before a prefix alone nobody would see who calls.
  return { number, name: namePrefix === undefined ? name : `${namePrefix}: ${name || number || 'Số ẩn'}` };
}
