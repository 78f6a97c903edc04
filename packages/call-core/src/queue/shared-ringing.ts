import type { Queue, Waiting } from '../board/queue.ts';
import { inOrder } from '../board/queue-line.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import { lackOf, needsAfter } from '../board/skill-needs.ts';
import { lookUp } from '../lib/look-up.ts';
import { emptyMap, entriesOf, getFrom } from '../lib/persistent-map.ts';
import { extensionAt, extensionName } from '../turn/parties.ts';
import { legAt, note, type Turn } from '../turn/turn.ts';
import { ring } from './call-offer.ts';
import { isCalled } from './called-party.ts';
import { goesBefore, memberPlan, type NextCaller } from './match.ts';
import { changeWaiting, queueAt, waitingAt } from './queue-changes.ts';
import { type Floor, floorOf } from './staff.ts';
import { strategies } from './strategy/index.ts';

/**
 * Where a queue rings everybody, whoever becomes free while a call rings is rung, too; and whoever is free when a caller
 * insists on less. Nobody who waits unrung comes to this: they are served first. Answers whether anybody was rung.
 */
export function ringAlong(turn: Turn): boolean {
  let rung = false;
  for (const extension of lookedAt(turn)) {
    const served = ringingFor(turn, floorOf(turn), extension);
    if (served?.waiting.who.kind !== 'caller') continue;
    const { queue, plan, waiting } = served;
    const { here } = served.waiting.who;
    const phone = ring(turn, here, queue, plan.ringSeconds, {
      extension,
      how: 'answered',
      autoAnswer: isCalled(turn, here),
    });
    changeWaiting(turn, queue, waiting.id, { ringing: [...waiting.ringing, phone] });
    note(
      turn,
      here.call,
      'phone',
      `Đổ chuông thêm ${extensionName(turn.plan, extension)}: vừa rảnh trong khi cuộc gọi đang đổ chuông`,
    );
    rung = true;
  }
  return rung;
}

function lookedAt(turn: Turn): ReadonlySet<string> {
  const people = new Set(turn.freed);
  for (const { queue, waiting } of turn.due) {
    if ((waitingAt(turn, queue, waiting)?.ringing.length ?? 0) === 0) continue;
    for (const [extension] of entriesOf(queueAt(turn, queue)?.queue.free ?? emptyMap)) people.add(extension);
  }
  return people;
}

/** The first of all calls that ring at others and may ring at this person, too. */
function ringingFor(turn: Turn, floor: Floor, extension: string): NextCaller | null {
  let best: NextCaller | null = null;
  for (const queue of floor.queuesOf(extension)) {
    const plan = lookUp(floor.plans, queue);
    const state = floor.queueOf(queue);
    if (plan === undefined || state === undefined || strategies[plan.strategy].rings !== 'all') continue;
    if (getFrom(state.free, extension) === undefined) continue;
    for (const waiting of inOrder(state.line)) {
      if (!mayRingAlong(turn, plan, state, waiting, extension)) continue;
      const served = { queue, plan, waiting };
      if (best === null || goesBefore(served, best)) best = served;
      break;
    }
  }
  return best;
}

/** Not for a member who did not take this call, is of a later penalty, or lacks the skill; nor where a colleague picked the call up. */
function mayRingAlong(turn: Turn, plan: QueuePlan, queue: Queue, waiting: Waiting, extension: string): boolean {
  const { who, due, ringing, declinedBy, needs, joinedAt } = waiting;
  if (who.kind !== 'caller' || !due || ringing.length === 0 || declinedBy.includes(extension)) return false;
  const member = memberPlan(plan, getFrom(queue.members, extension));
  if (member === undefined || lackOf(member.skills, needsAfter(needs, turn.at - joinedAt)) !== null) return false;
  return ringing.every((phone) => {
    const leg = legAt(turn, phone);
    const other = memberPlan(plan, getFrom(queue.members, extensionAt(leg)));
    const offered = leg.activity.kind === 'queue-offered' && leg.activity.how === 'answered';
    return offered && (other === undefined || member.penalty <= other.penalty);
  });
}
