import type { Call } from '../call.ts';
import { changeLeg } from '../legs.ts';
import type { InboundRule } from '../plan.ts';
import { legAt, note, type Turn } from '../turn.ts';
import type { Here } from '../vocabulary.ts';

/** What a rule wants before the caller's name goes with the caller, to whomever they are sent on. */
export function prefixName(turn: Turn, here: Here, { name, namePrefix }: InboundRule): void {
  const { party } = legAt(turn, here);
  if (namePrefix === undefined || party.kind !== 'outside') return;
  changeLeg(turn, here, { party: { ...party, namePrefix } });
  note(turn, here.call, 'rule', `Quy tắc “${name}”: tên người gọi mang tiền tố “${namePrefix}”`);
}

/** What stands before the customer's name in a conversation; '' where nothing does. */
export function namePrefixIn({ legs }: Pick<Call, 'legs'>): string {
  for (const { party } of legs) {
    if (party.kind === 'outside' && party.namePrefix !== undefined) return party.namePrefix;
  }
  return '';
}
