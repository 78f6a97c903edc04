import { matchTimeGroup } from '@alo/calendar';
import { atBrokenPart } from '../activity/broken-part.ts';
import { nationalForm } from '../board/caller-id.ts';
import type { Destination } from '../board/destination.ts';
import { ends, goesTo, type Next } from '../board/next.ts';
import type { InboundRule } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { describe } from '../destination/destinations.ts';
import { inWords } from '../lib/local-time-words.ts';
import { lookUp } from '../lib/look-up.ts';
import { changeLeg } from '../turn/legs.ts';
import { recordsCall } from '../turn/recordings.ts';
import { amend, callAt, note, type Turn } from '../turn/turn.ts';
import { type BlockedBy, blockedBy } from './block-list.ts';
import { inboundCandidates } from './rule-index.ts';
import { whyNot } from './rule-match.ts';
import { goByRule, greetedByRule } from './rule-settings.ts';

/** A call from a trunk: block list, then the number that was called, then the first inbound rule that matches. */
export function routeInbound(turn: Turn, here: Here): Next {
  const { outsideNumber, serviceNumber, dialled } = callAt(turn, here.call);
  const caller = outsideNumber ?? '';
  const number = serviceNumber ?? '';
  const blocked = blockedBy(turn.plan.blockedCallers, caller, turn.at, number);
  if (blocked !== null) return turnAway(turn, here, blocked);
  note(turn, here.call, 'block-list', 'Số gọi đến không bị chặn', { number: caller });
  const service = lookUp(turn.plan.numbers, number);
  if (service === undefined) {
    note(turn, here.call, 'number', 'Số được gọi không phải đầu số của doanh nghiệp', { dialled });
    return ends('not-found');
  }
  note(turn, here.call, 'number', `Đầu số “${service.name}”`, { serviceNumber: number });
  const all = turn.plan.inboundRules;
  const { rules, passedOver } = inboundCandidates(all, number, nationalForm(caller));
  // A company may have hundreds of numbers: their rules are not what somebody who reads this looks for.
  const others = String(all.length - rules.length - passedOver);
  if (others !== '0') note(turn, here.call, 'rule', `Bỏ qua ${others} quy tắc gọi vào của đầu số khác`, { others });
  if (passedOver > 0) note(turn, here.call, 'rule', `Bỏ qua ${passedOver} quy tắc gọi vào: khác mẫu số gọi đến`);
  for (const rule of rules) {
    const mismatch = whyNot(turn, rule, caller);
    if (mismatch === null) {
      const to = describe(turn.plan, rule.destination);
      note(turn, here.call, 'rule', `Quy tắc gọi vào “${rule.name}” khớp → ${to}`);
      changeLeg(turn, here, { afterTalk: rule.afterTalk });
      return through(turn, here, rule);
    }
    note(turn, here.call, 'rule', `Quy tắc gọi vào “${rule.name}” không khớp: ${mismatch.words}`, mismatch.detail);
  }
  note(turn, here.call, 'rule', 'Không có quy tắc gọi vào nào khớp');
  // A company that says where calls go in such a case means this one, too.
  const { fallbacks = [] } = turn.plan;
  return fallbacks.length === 0 ? ends('not-found') : atBrokenPart(turn, here, 'không có quy tắc gọi vào nào khớp');
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
  // Whoever is blocked is nobody's fallback's.
  if (!isThere) return ends('blocked');
  return goesTo(gets.kind === 'msg' ? { ...gets, then: { kind: 'hang-up', cause: 'blocked' } } : gets);
}

/** As a rule has it: what is recorded and played in its calls, what is heard first, and where it leads. */
function through(turn: Turn, here: Here, rule: InboundRule): Next {
  goByRule(turn, here, rule);
  const then = throughFrontDoor(turn, here, rule);
  const isClosed = then.kind === 'msg' && then.announcement === turn.plan.frontDoor?.closed;
  return isClosed ? goesTo(then) : greetedByRule(turn, here, rule, then);
}

/** Where a rule leads, by way of what the company wants said first. */
function throughFrontDoor(turn: Turn, here: Here, { destination, timeGroup }: InboundRule): Destination {
  const { frontDoor, timeZone } = turn.plan;
  if (frontDoor === null || destination.kind === 'hang-up') return destination;
  const { hours, closed, notice } = frontDoor;
  if (hours !== null && timeGroup === null) {
    const { slot, local } = matchTimeGroup(hours, turn.at, timeZone);
    note(turn, here.call, 'time', `${hours.name}: ${slot === null ? 'ngoài giờ' : 'trong giờ'}`, {
      local: inWords(local),
    });
    if (slot === null) return { kind: 'msg', announcement: closed };
  }
  const says = notice !== null && recordsCall(turn, here.call);
  return says ? { kind: 'msg', announcement: notice, then: destination } : destination;
}
