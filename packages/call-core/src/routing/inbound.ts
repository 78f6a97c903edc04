import { matchTimeGroup } from '@alo/calendar';
import { matchesPattern } from '@alo/phone-number';
import { nationalForm } from '../caller-id.ts';
import { type Destination, type InboundRule, lookUp } from '../plan.ts';
import { note, type Turn } from '../turn.ts';
import { blockedBecause } from './block-list.ts';
import { inWords } from './time.ts';
import { describe } from './visit.ts';

/** A call from a trunk: block list, then the number that was called, then the first inbound rule that matches. */
export function routeInbound(turn: Turn, caller: string, number: string): Destination {
  const reason = blockedBecause(turn.plan.blockedCallers, caller);
  if (reason !== null) {
    note(turn, 'block-list', `Số gọi đến nằm trong danh sách chặn: ${reason}`, { number: caller });
    return { kind: 'hang-up', cause: 'blocked' };
  }
  note(turn, 'block-list', 'Số gọi đến không bị chặn', { number: caller });
  const service = lookUp(turn.plan.numbers, number);
  if (service === undefined) {
    note(turn, 'number', 'Số được gọi không phải đầu số của doanh nghiệp', { dialled: turn.call.dialled });
    return { kind: 'hang-up', cause: 'not-found' };
  }
  note(turn, 'number', `Đầu số “${service.name}”`, { serviceNumber: number });
  for (const rule of turn.plan.inboundRules) {
    const mismatch = whyNot(turn, rule, caller, number);
    if (mismatch === null) {
      note(turn, 'rule', `Quy tắc gọi vào “${rule.name}” khớp → ${describe(turn, rule.destination)}`);
      return rule.destination;
    }
    note(turn, 'rule', `Quy tắc gọi vào “${rule.name}” không khớp: ${mismatch.words}`, mismatch.detail);
  }
  note(turn, 'rule', 'Không có quy tắc gọi vào nào khớp');
  return { kind: 'hang-up', cause: 'not-found' };
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
