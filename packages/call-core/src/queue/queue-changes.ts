import { newQueue, type Queue, updateMember, type Waiting } from '../board/queue.ts';
import { dayOf, type LineOutcome, type QueueStay, type QueueStep } from '../board/queue-day.ts';
import { changeInLine, leaveLine } from '../board/queue-line.ts';
import type { Membership } from '../board/queue-membership.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import type { CallId, Cause, Here } from '../board/vocabulary.ts';
import { read, write } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { entriesOf, getFrom } from '../lib/persistent-map.ts';
import { hangUp } from '../turn/legs.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { stopTimers } from '../turn/timers.ts';
import { amend, personAt, type Turn } from '../turn/turn.ts';

/** A queue and its plan; null for one that the plan does not have. */
export function queueAt(turn: Turn, key: string): { readonly plan: QueuePlan; readonly queue: Queue } | null {
  const plan = lookUp(turn.plan.queues, key);
  return plan === undefined ? null : { plan, queue: read(turn.queues, key) ?? newQueue };
}

/** A queue as a call hears it that waits in it or comes to it; null where neither its version nor the plan of now has it. */
export function queueFor(turn: Turn, { call }: Here, key: string): QueuePlan | null {
  return lookUp(planOfCall(turn, call).queues, key) ?? null;
}

export function changeQueue(turn: Turn, key: string, change: Partial<Queue>): void {
  write(turn.queues, key, { ...(read(turn.queues, key) ?? newQueue), ...change });
}

/** With a new day everybody's calls are counted anew. */
export function beginDay(turn: Turn, key: string): void {
  const queue = read(turn.queues, key) ?? newQueue;
  const today = dayOf(queue.today, turn.at, turn.plan.timeZone);
  if (today === queue.today) return;
  changeQueue(turn, key, { today });
  if (today.date === queue.today.date) return;
  for (const [extension] of entriesOf(queue.members)) changeMember(turn, key, extension, { answeredToday: 0 });
}

export function waitingAt(turn: Turn, key: string, id: string): Waiting | undefined {
  const queue = read(turn.queues, key);
  return queue === undefined ? undefined : getFrom(queue.line.waiting, id);
}

/** Changes what is known of somebody in the line. */
export function changeWaiting(
  turn: Turn,
  key: string,
  id: string,
  change: Partial<Omit<Waiting, 'id' | 'rank'>>,
): void {
  const queue = read(turn.queues, key);
  if (queue !== undefined) changeQueue(turn, key, { line: changeInLine(queue.line, id, change) });
}

/** Has a queue know somebody whom the plan names, and at which place of the list. */
export function enrol(turn: Turn, key: string, extension: string, place: number): void {
  setMember(turn, key, extension, { place });
}

/** Changes what a queue keeps of one of its members, if they are; `serveQueues` looks who waits for somebody who is free from now on. */
export function changeMember(
  turn: Turn,
  key: string,
  extension: string,
  change: Partial<Omit<Membership, 'standing'>> = {},
): void {
  const queue = read(turn.queues, key);
  if (queue !== undefined && getFrom(queue.members, extension) !== undefined) setMember(turn, key, extension, change);
}

function setMember(turn: Turn, key: string, extension: string, change: Partial<Omit<Membership, 'standing'>>): void {
  const found = queueAt(turn, key);
  if (found === null) return;
  const { plan, queue } = found;
  const own = lookUp(turn.plan.extensions, extension) ?? {};
  const updated = updateMember(queue, plan, personAt(turn, extension), own, change);
  if (updated === queue) return;
  write(turn.queues, key, updated);
  const [before, after] = [getFrom(queue.members, extension), getFrom(updated.members, extension)];
  if (before?.standing !== after?.standing || before?.pause !== after?.pause) turn.standings.add(extension);
  if (getFrom(queue.free, extension) === undefined && getFrom(updated.free, extension) === true)
    turn.freed.add(extension);
}

/** Takes a caller out of the line: phones that ring for them stop, their timers too. */
export function removeWaiting(turn: Turn, key: string, waiting: Waiting, cause: Cause): void {
  const queue = read(turn.queues, key);
  if (queue === undefined) return;
  for (const here of waiting.ringing) hangUp(turn, here, cause);
  stopTimers(turn, { kind: 'queue', queue: key }, waiting.timers);
  changeQueue(turn, key, { line: leaveLine(queue.line, waiting.id) });
}

/** Books what came of somebody who waited. */
export function noteOutcome(turn: Turn, key: string, waiting: Waiting, outcome: LineOutcome): void {
  if (queueAt(turn, key) === null) return;
  beginDay(turn, key);
  const waitedMs = Math.max(0, turn.at - waiting.joinedAt);
  // Of a place that is kept for somebody the call is long over.
  if (waiting.who.kind === 'caller') noteStay(turn, waiting.who.here.call, { queue: key, outcome, waitedMs });
}

/** Has a call know what came of it in a queue, for the reports. */
export function noteStay(turn: Turn, id: CallId, stay: QueueStay): void {
  const call = read(turn.calls, id);
  if (call === undefined) return;
  amend(turn, id, { queueStays: [...(call.queueStays ?? []), stay] });
  noteStep(turn, id, { step: 'left', at: turn.at, ...stay });
}

/** Has a call know when it came to a queue, or left it. */
export function noteStep(turn: Turn, id: CallId, step: QueueStep): void {
  const call = read(turn.calls, id);
  if (call !== undefined) amend(turn, id, { queueSteps: [...(call.queueSteps ?? []), step] });
}

/** A caller leaves the line because they go somewhere else. */
export function leaveLineFor(
  turn: Turn,
  here: Here,
  queue: string,
  outcome: 'left-elsewhere' | 'timed-out' = 'left-elsewhere',
): void {
  const waiting = waitingAt(turn, queue, here.leg);
  if (waiting === undefined) return;
  removeWaiting(turn, queue, waiting, 'cancelled');
  noteOutcome(turn, queue, waiting, outcome);
}

/** From now on somebody in the line may be served. */
export function makeDue(turn: Turn, queue: string, waiting: string): void {
  changeWaiting(turn, queue, waiting, { due: true });
  turn.due.push({ queue, waiting });
}
