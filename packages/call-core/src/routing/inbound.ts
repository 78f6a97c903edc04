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
  const reason = blockedBecause(turn.plan.blockedCallers, caller);
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
  for (const rule of turn.plan.inboundRules) {
    const mismatch = whyNot(turn, rule, caller, number);
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

function whyNot(turn: Turn, rule: InboundRule, caller: string, number: string): Mismatch | null {
  if (rule.number !== null && rule.number !== number) {
    return { words: 'khác đầu số', detail: { ruleNumber: rule.number, serviceNumber: number } };
  }
  if (rule.callerPattern !== null && !matchesPattern(nationalForm(caller), rule.callerPattern)) {
    return { words: 'khác mẫu số gọi đến', detail: { pattern: rule.callerPattern, number: caller } };
  }
  if (rule.timeGroup === null) return null;
  const { slot, local } = matchTimeGroup(rule.timeGroup, turn.at, turn.plan.timeZone);
  if (slot !== null) return null;
  return { words: 'ngoài khung giờ', detail: { timeGroup: rule.timeGroup.name, local: inWords(local) } };
}
