import { ends, goesTo } from '../board/next.ts';
import { inOrder } from '../board/queue-line.ts';
import { isStaffed } from '../board/queue-membership.ts';
import type { CallId } from '../board/vocabulary.ts';
import { read, writtenKeys } from '../lib/draft.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { isLive, later, legOf, note, type Turn } from '../turn/turn.ts';
import { offerCall } from './call-offer.ts';
import { followCallback } from './callback.ts';
import { apologise, isCalled } from './called-party.ts';
import type { Choice } from './choice.ts';
import { callerFor, choiceFor, goesBefore, isDue, type NextCaller } from './match.ts';
import { leaveLineFor, noteOutcome, queueAt, queueFor, removeWaiting, waitingAt } from './queue-changes.ts';
import { queueOfferDeclined } from './queue-offered.ts';
import { restand } from './restand.ts';
import { ringAlong } from './shared-ringing.ts';
import { floorOf } from './staff.ts';

/**
 * What the rest of a turn means for the queues: who left, who has become free, whose turn it is. Between two events nobody
 * waits who could be served by somebody who is free; so only those have to be looked at who became free or were not due
 * before, never everybody who waits against everybody who is there. Answers whether anything came of it.
 */
export function serveQueues(turn: Turn): boolean {
  const lookAround = () => {
    for (const call of writtenKeys(turn.calls)) clearUp(turn, call as CallId); // the keys of `calls` are calls' ids
    for (const extension of writtenKeys(turn.people)) restand(turn, extension);
  };
  let acted = false;
  for (;;) {
    lookAround();
    const next = nextServed(turn);
    if (next !== null) offerCall(turn, next.served, next.choice);
    else if (!ringAlong(turn)) break;
    acted = true;
  }
  turn.due.length = 0;
  turn.freed.clear();
  return sendAway(turn) || acted;
}

/** The first of all who could be served by those who became free, and of those who were not due before. */
function nextServed(turn: Turn): { readonly served: NextCaller; readonly choice: Choice } | null {
  const floor = floorOf(turn);
  const candidates: NextCaller[] = [];
  for (const extension of turn.freed) {
    const served = callerFor(floor, extension);
    if (served !== null) candidates.push(served);
  }
  for (const { queue, waiting: id } of turn.due) {
    const plan = queueAt(turn, queue)?.plan;
    const waiting = waitingAt(turn, queue, id);
    if (plan !== undefined && waiting !== undefined && isDue(waiting)) candidates.push({ queue, plan, waiting });
  }
  candidates.sort((one, other) => (goesBefore(one, other) ? -1 : goesBefore(other, one) ? 1 : 0));
  for (const served of candidates) {
    const found = queueAt(turn, served.queue);
    if (found === null) continue;
    const choice = choiceFor(floor, served.queue, served.plan, found.queue, served.waiting);
    if (choice.rung.length > 0) return { served, choice };
  }
  return null;
}

/**
 * Whoever no longer waits in the line, or rings no more for somebody in it, is taken out of it: because they hung up, or
 * because something that knows nothing of queues led them elsewhere.
 */
function clearUp(turn: Turn, id: CallId): void {
  const before = getFrom(turn.before.calls, id);
  const call = read(turn.calls, id);
  for (const { id: leg, activity: was } of [...(before?.legs ?? []), ...(call?.legs ?? [])]) {
    const now = call === undefined ? undefined : legOf(call, leg);
    const live = now !== undefined && isLive(now);
    if (was.kind === 'queue-wait') {
      const stays = live && now.activity.kind === 'queue-wait' && now.activity.queue === was.queue;
      const waiting = waitingAt(turn, was.queue, leg);
      if (stays || waiting === undefined) continue;
      removeWaiting(turn, was.queue, waiting, 'cancelled');
      noteOutcome(turn, was.queue, waiting, live ? 'left-elsewhere' : 'abandoned');
    }
    if (was.kind === 'queue-offered' && !(live && now.activity.kind === 'queue-offered')) {
      queueOfferDeclined(turn, { call: id, leg }, was, now !== undefined && 'cause' in now ? now.cause : 'cancelled');
    }
  }
  followCallback(turn, id);
}

/**
 * Callers do not stay in a queue that has nobody any more, where it says so: but for those at whose phone somebody may still
 * answer. Places that are kept are kept.
 */
function sendAway(turn: Turn): boolean {
  let acted = false;
  for (const key of writtenKeys(turn.queues)) {
    const found = queueAt(turn, key);
    if (found === null || isStaffed(found.queue.tally, found.plan.toStay)) continue;
    for (const { who, ringing } of inOrder(found.queue.line)) {
      if (who.kind !== 'caller' || ringing.length > 0) continue;
      const plan = queueFor(turn, who.here, key) ?? found.plan;
      note(turn, who.here.call, 'destination', `Hàng đợi “${plan.name}” không còn người trực: rời hàng`);
      const wasCalled = isCalled(turn, who.here);
      leaveLineFor(turn, who.here, key);
      const { empty } = plan.otherwise;
      const next = empty === null ? ends('unreachable') : goesTo(empty);
      later(turn, { kind: 'go', here: who.here, next: wasCalled ? apologise(turn, who.here) : next });
      acted = true;
    }
  }
  return acted;
}
