import { nationalForm } from '../board/caller-id.ts';
import type { Destination } from '../board/destination.ts';
import { ends, goesTo, type Next } from '../board/next.ts';
import type { InboundRule } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { amend, callAt, note, type Turn } from '../turn/turn.ts';
import { type BlockedBy, blockedBy } from './block-list.ts';
import { inboundCandidates } from './rule-index.ts';
import { whyNoMatch } from './rule-match.ts';

/** How a call from a trunk goes on: by a rule, as a blocked caller, or nowhere where no rule fits. */
export type InboundWay =
  | { readonly kind: 'rule'; readonly rule: InboundRule }
  | { readonly kind: 'refused'; readonly next: Next }
  | { readonly kind: 'no-rule' };

/**
 * Looks at the block list, then at the number that was called, then takes the first inbound rule that matches.
 * `nameOf` says in words where a rule leads.
 */
export function inboundWay(turn: Turn, here: Here, nameOf: (destination: Destination) => string): InboundWay {
  const { outsideNumber, serviceNumber, dialled } = callAt(turn, here.call);
  const caller = outsideNumber ?? '';
  const number = serviceNumber ?? '';
  const blocked = blockedBy(turn.plan.blockedCallers, caller, turn.at, number);
  if (blocked !== null) return { kind: 'refused', next: turnAway(turn, here, blocked) };
  note(turn, here.call, 'block-list', 'Số gọi đến không bị chặn', { number: caller });
  const service = lookUp(turn.plan.numbers, number);
  if (service === undefined) {
    note(turn, here.call, 'number', 'Số được gọi không phải đầu số của doanh nghiệp', { dialled });
    return { kind: 'refused', next: ends('not-found') };
  }
  note(turn, here.call, 'number', `Đầu số “${service.name}”`, { serviceNumber: number });
  const all = turn.plan.inboundRules;
  const { rules, passedOver } = inboundCandidates(all, number, nationalForm(caller));
  // A company may have hundreds of numbers: their rules are not what somebody who reads this looks for.
  const others = String(all.length - rules.length - passedOver);
  if (others !== '0') note(turn, here.call, 'rule', `Bỏ qua ${others} quy tắc gọi vào của đầu số khác`, { others });
  if (passedOver > 0) note(turn, here.call, 'rule', `Bỏ qua ${passedOver} quy tắc gọi vào: khác mẫu số gọi đến`);
  for (const rule of rules) {
    const mismatch = whyNoMatch(turn, rule, caller);
    if (mismatch === null) {
      note(turn, here.call, 'rule', `Quy tắc gọi vào “${rule.name}” khớp → ${nameOf(rule.destination)}`);
      return { kind: 'rule', rule };
    }
    note(turn, here.call, 'rule', `Quy tắc gọi vào “${rule.name}” không khớp: ${mismatch.words}`, mismatch.detail);
  }
  note(turn, here.call, 'rule', 'Không có quy tắc gọi vào nào khớp');
  return { kind: 'no-rule' };
}

/** What a blocked caller gets, as their line of the list has it. Nothing of it leads on to anybody. */
function turnAway(turn: Turn, here: Here, { reason, gets, entry }: BlockedBy): Next {
  const { outsideNumber: number } = callAt(turn, here.call);
  amend(turn, here.call, { blocked: entry.kind === 'pattern' ? entry.value : entry.kind });
  note(turn, here.call, 'block-list', `Số gọi đến nằm trong danh sách chặn: ${reason}`, { number: number ?? '' });
  if (gets === undefined) return ends('blocked');
  if (gets === 'busy') {
    note(turn, here.call, 'block-list', 'Người gọi nghe báo bận');
    return ends('busy');
  }
  const { announcements, voicemailBoxes } = turn.plan;
  const isThere =
    gets.kind === 'msg'
      ? (lookUp(announcements, gets.announcement)?.file ?? '') !== ''
      : lookUp(voicemailBoxes, gets.box) !== undefined;
  // A blocked caller gets no fallback.
  if (!isThere) return ends('blocked');
  return goesTo(gets.kind === 'msg' ? { ...gets, then: { kind: 'hang-up', cause: 'blocked' } } : gets);
}
