import { matchesPattern } from '@alo/phone-number';
import { atBrokenPart, atMissingPart } from '../activity/broken-part.ts';
import { nationalForm } from '../board/caller-id.ts';
import type { Destination } from '../board/destination.ts';
import { ends, goesTo, type Next, waits } from '../board/next.ts';
import type { Queue, Waiting } from '../board/queue.ts';
import { joinLine, positionOf, rankOf } from '../board/queue-line.ts';
import { isStaffed } from '../board/queue-membership.ts';
import type { CallerRule, QueuePlan } from '../board/queue-plan.ts';
import { needsInWords } from '../board/skill-needs.ts';
import type { Here } from '../board/vocabulary.ts';
import { durationWords } from '../lib/duration-words.ts';
import { queueMusic } from '../turn/hold-music.ts';
import { answerLeg, enter, play, startLegTimer } from '../turn/legs.ts';
import { amend, callAt, legAt, note, type Turn } from '../turn/turn.ts';
import { callerClocks } from './caller-timers.ts';
import { askForOwner } from './owner.ts';
import { beginDay, changeQueue, noteStay, noteStep, queueAt, queueFor } from './queue-changes.ts';

/** No greeting is longer; an engine that loses its end does not keep the caller from being served. */
const longestGreetingMs = 2 * 60_000;

/** A caller comes to a queue: into the line, or past it when it is full or has nobody. */
export function enterQueue(turn: Turn, here: Here, key: string): Next {
  // Begins a new day before anybody is chosen by what they did on it.
  if (queueAt(turn, key) !== null) beginDay(turn, key);
  const found = queueAt(turn, key);
  const plan = queueFor(turn, here, key);
  if (plan === null) return atMissingPart(turn, here, 'hàng đợi', key);
  if (plan.members.length === 0 && plan.otherwise.empty === null) {
    return atBrokenPart(turn, here, `hàng đợi “${plan.name}” chưa có thành viên`);
  }
  if (found === null) return noMore(turn, here, plan);
  const { queue } = found;
  if (plan.maxWaiting !== null && queue.line.order.length >= plan.maxWaiting) {
    note(turn, here.call, 'destination', `Hàng đợi “${plan.name}” đã đầy: ${plan.maxWaiting} khách đang chờ`);
    return turnAway(turn, here, key, plan.otherwise.full, 'busy');
  }
  if (!isStaffed(queue.tally, plan.toEnter)) {
    note(turn, here.call, 'destination', `Hàng đợi “${plan.name}” không có người trực: không nhận thêm khách`);
    return turnAway(turn, here, key, plan.otherwise.empty, 'unreachable');
  }
  answerLeg(turn, here);
  const greets = plan.greeting.length > 0;
  const number = callerNumber(turn, here);
  const asks = plan.prefersOwner === true && number !== null;
  const waiting = joining(turn, here, key, plan, queue, !greets && !asks);
  const line = joinLine(queue.line, waiting);
  changeQueue(turn, key, { line });
  const place = positionOf(line, waiting.id);
  note(turn, here.call, 'destination', `Hàng đợi “${plan.name}”: vào hàng ở vị trí ${place}`, {
    priority: String(waiting.priority),
  });
  noteStep(turn, here.call, { step: 'entered', queue: key, at: turn.at });
  recordAs(turn, here, plan);
  const wait = {
    kind: 'queue-wait',
    queue: key,
    hears: greets ? 'greeting' : 'music',
    round: 0,
    saidPlace: null,
  } as const;
  enter(turn, here, wait);
  play(turn, here, greets ? plan.greeting : queueMusic(turn, here.call, plan.music), !greets);
  if (greets) startLegTimer(turn, here, 'greeting', longestGreetingMs);
  if (asks) askForOwner(turn, here, number);
  if (plan.announcements !== null) startLegTimer(turn, here, 'announce', plan.announcements.firstAfterSeconds * 1000);
  turn.due.push({ queue: key, waiting: waiting.id });
  return waits;
}

/** The queue's setting for recordings holds for its callers from here on, in place of their rule's. */
export function recordAs(turn: Turn, here: Here, { name, records }: QueuePlan): void {
  if (records === undefined) return;
  amend(turn, here.call, { rule: { ...callAt(turn, here.call).rule, records } });
  note(turn, here.call, 'rule', `Hàng đợi “${name}”: ${records ? 'luôn ghi âm' : 'không ghi âm'}`);
}

/** The call's version has it, the plan of now does not: nobody is there. */
function noMore(turn: Turn, here: Here, { name, otherwise }: QueuePlan): Next {
  note(turn, here.call, 'destination', `Hàng đợi “${name}” không còn trong cấu hình`);
  return otherwise.empty === null ? ends('unreachable') : goesTo(otherwise.empty);
}

function turnAway(
  turn: Turn,
  here: Here,
  key: string,
  otherwise: Destination | null,
  cause: 'busy' | 'unreachable',
): Next {
  noteStay(turn, here.call, { queue: key, outcome: 'turned-away', waitedMs: 0 });
  return otherwise === null ? ends(cause) : goesTo(otherwise);
}

function joining(turn: Turn, here: Here, key: string, plan: QueuePlan, queue: Queue, due: boolean): Waiting {
  const rule = ruleFor(turn, here, plan);
  const { ahead } = callAt(turn, here.call);
  const priority = Math.max(rule?.priority ?? 0, ahead?.priority ?? 0);
  const group = ahead !== undefined && ahead.priority > (rule?.priority ?? -1) ? ahead.as : rule?.name;
  if (group !== undefined) {
    const aheadMs = priority * (plan.priorityIsWorthSeconds ?? 0) * 1000;
    const worth = aheadMs === 0 ? '' : `, như đã chờ sẵn ${durationWords(aheadMs)}`;
    note(turn, here.call, 'rule', `Khách thuộc nhóm “${group}”: mức ưu tiên ${priority}${worth}`);
  }
  const needs = [...plan.needs, ...(rule?.needs ?? [])];
  if (needs.length > 0) note(turn, here.call, 'rule', `Khách cần kỹ năng: ${needsInWords(needs)}`);
  const id = here.leg;
  return {
    id,
    priority,
    needs,
    joinedAt: turn.at,
    declinedBy: [],
    ringing: [],
    due,
    rank: rankOf(turn.at, queue.line.serial, priority, plan.priorityIsWorthSeconds),
    timers: callerClocks(turn, key, plan, { id, needs, joinedAt: turn.at }),
    who: { kind: 'caller', here },
  };
}

function ruleFor(turn: Turn, here: Here, plan: QueuePlan): CallerRule | undefined {
  const number = callerNumber(turn, here);
  const { serviceNumber } = callAt(turn, here.call);
  return plan.callers.find(
    (rule) =>
      (rule.number === null || rule.number === serviceNumber) &&
      (rule.callerPattern === null || (number !== null && matchesPattern(nationalForm(number), rule.callerPattern))),
  );
}

/** The number of the caller who waits; null when it is withheld or a colleague's. */
export function callerNumber(turn: Turn, here: Here): string | null {
  const { party } = legAt(turn, here);
  return party.kind === 'outside' && party.number !== '' ? party.number : null;
}
