import type { Call } from '../board/call.ts';
import type { InboundRule } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { changeLeg } from '../turn/legs.ts';
import { amend, callAt, legAt, note, type Turn } from '../turn/turn.ts';

/** What is recorded and played in its calls, and what stands before the caller's name, are as a rule has it from here on. */
export function applyRule(turn: Turn, here: Here, rule: InboundRule): void {
  const { id, name, records, music } = rule;
  if (id !== undefined) amend(turn, here.call, { ledBy: [...(callAt(turn, here.call).ledBy ?? []), id] });
  const own = { ...(records === undefined ? {} : { records }), ...(music === undefined ? {} : { music }) };
  if (Object.keys(own).length > 0) amend(turn, here.call, { rule: { ...callAt(turn, here.call).rule, ...own } });
  if (records !== undefined) {
    note(turn, here.call, 'rule', `Quy tắc “${name}”: ${records ? 'luôn ghi âm' : 'không ghi âm'}`);
  }
  if (music !== undefined) note(turn, here.call, 'rule', `Quy tắc “${name}”: nhạc chờ riêng`);
  prefixName(turn, here, rule);
}

/** It stays with the caller when they are sent on. */
function prefixName(turn: Turn, here: Here, { name, namePrefix }: InboundRule): void {
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
