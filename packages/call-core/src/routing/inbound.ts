import { matchTimeGroup } from '@alo/calendar';
import { matchesPattern } from '@alo/phone-number';
import { nationalForm } from '../caller-id.ts';
import { describe } from '../destination/destinations.ts';
import { changeLeg } from '../legs.ts';
import { inWords } from '../local-words.ts';
import { lookUp } from '../look-up.ts';
import { ends, goesTo, type Next } from '../next.ts';
import type { InboundRule } from '../plan.ts';
import { callAt, note, type Turn } from '../turn.ts';
import type { Here } from '../vocabulary.ts';
import { blockedBecause } from './block-list.ts';

/** A call from a trunk: block list, then the number that was called, then the first inbound rule that matches. */
export function routeInbound(turn: Turn, here: Here): Next {
  const { outsideNumber, serviceNumber, dialled } = callAt(turn, here.call);
  const caller = outsideNumber ?? '';
  const number = serviceNumber ?? '';
  const reason = blockedBecause(turn.plan.blockedCallers, caller, turn.at);
  if (reason !== null) {
    note(turn, here.call, 'block-list', `Số gọi đến nằm trong danh sách chặn: ${reason}`, { number: caller });
    return ends('blocked');
  }
  note(turn, here.call, 'block-list', 'Số gọi đến không bị chặn', { number: caller });
  const service = lookUp(turn.plan.numbers, number);
  if (service === undefined) {
    note(turn, here.call, 'number', 'Số được gọi không phải đầu số của doanh nghiệp', { dialled });
    return ends('not-found');
  }
  note(turn, here.call, 'number', `Đầu số “${service.name}”`, { serviceNumber: number });
  const rules = turn.plan.inboundRules.filter((rule) => rule.number === null || rule.number === number);
  // A company may have hundreds of numbers: their rules are not what somebody who reads this looks for.
  const others = String(turn.plan.inboundRules.length - rules.length);
  if (others !== '0') note(turn, here.call, 'rule', `Bỏ qua ${others} quy tắc gọi vào của đầu số khác`, { others });
  for (const rule of rules) {
    const mismatch = whyNot(turn, rule, caller);
    if (mismatch === null) {
      const to = describe(turn.plan, rule.destination);
      note(turn, here.call, 'rule', `Quy tắc gọi vào “${rule.name}” khớp → ${to}`);
      changeLeg(turn, here, { afterTalk: rule.afterTalk });
      return goesTo(rule.destination);
    }
    note(turn, here.call, 'rule', `Quy tắc gọi vào “${rule.name}” không khớp: ${mismatch.words}`, mismatch.detail);
  }
  note(turn, here.call, 'rule', 'Không có quy tắc gọi vào nào khớp');
  return ends('not-found');
}

type Mismatch = { readonly words: string; readonly detail: Readonly<Record<string, string>> };

/** Of a rule that is for every number or for the one that was called. */
function whyNot(turn: Turn, rule: InboundRule, caller: string): Mismatch | null {
  if (rule.callerPattern !== null && !matchesPattern(nationalForm(caller), rule.callerPattern)) {
    return { words: 'khác mẫu số gọi đến', detail: { pattern: rule.callerPattern, number: caller } };
  }
  if (rule.timeGroup === null) return null;
  const { slot, local } = matchTimeGroup(rule.timeGroup, turn.at, turn.plan.timeZone);
  if (slot !== null) return null;
  return { words: 'ngoài khung giờ', detail: { timeGroup: rule.timeGroup.name, local: inWords(local) } };
}
