import type { Membership } from '../board/queue-membership.ts';
import { learnPace } from '../board/queue-pace.ts';
import { read } from '../lib/draft.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { startTimer, stopTimers } from '../turn/timers.ts';
import { amendPerson, personAt, type Turn } from '../turn/turn.ts';
import { changeMember, changeQueue, queueAt } from './queue-changes.ts';

export function memberAt(turn: Turn, queue: string, extension: string): Membership | undefined {
  const found = read(turn.queues, queue);
  return found === undefined ? undefined : getFrom(found.members, extension);
}

/** The queues whose member somebody is. */
export function queuesOf(turn: Turn, extension: string): readonly string[] {
  return read(turn.memberships, extension) ?? [];
}

/**
 * Brings what queues know of a person up to what they do now. Whoever has just finished a call of a queue has something to
 * write up first.
 */
export function restand(turn: Turn, extension: string): void {
  const queues = queuesOf(turn, extension);
  for (const queue of queues) startWrapUp(turn, queue, extension);
  for (const queue of queues) changeMember(turn, queue, extension);
}

/** Somebody took a call of a queue. */
export function beginServing(turn: Turn, queue: string, extension: string): void {
  const answeredToday = (memberAt(turn, queue, extension)?.answeredToday ?? 0) + 1;
  changeMember(turn, queue, extension, { missed: 0, answeredToday, servingSince: turn.at });
}

/** After a queue's call comes the time to write it up, as long as the queue gives for it. */
function startWrapUp(turn: Turn, queue: string, extension: string): void {
  const { legs, wrapUpUntil } = personAt(turn, extension);
  if (legs.length > 0 || wrapUpUntil !== null) return;
  if (memberAt(turn, queue, extension)?.servingSince == null) return;
  const wrapUpMs = (queueAt(turn, queue)?.plan.wrapUpSeconds ?? 0) * 1000;
  if (wrapUpMs === 0) return finishServing(turn, queue, extension);
  const timer = startTimer(turn, { kind: 'person', extension }, 'wrap-up', wrapUpMs);
  amendPerson(turn, extension, {
    wrapUpUntil: turn.at + wrapUpMs,
    timers: [...personAt(turn, extension).timers, timer],
  });
  turn.standings.add(extension);
}

/** The time to write up a call is over, by itself or because the person says so. */
export function endWrapUp(turn: Turn, extension: string): void {
  const person = personAt(turn, extension);
  if (person.wrapUpUntil === null) return;
  stopTimers(turn, { kind: 'person', extension }, person.timers);
  amendPerson(turn, extension, { wrapUpUntil: null, timers: [], idleSince: turn.at });
  turn.standings.add(extension);
  for (const queue of queuesOf(turn, extension)) finishServing(turn, queue, extension);
}

function finishServing(turn: Turn, queue: string, extension: string): void {
  const since = memberAt(turn, queue, extension)?.servingSince ?? null;
  const found = queueAt(turn, queue);
  if (since === null || found === null) return;
  changeQueue(turn, queue, { pace: learnPace(found.queue.pace, Math.max(0, turn.at - since)) });
  changeMember(turn, queue, extension, { servingSince: null });
}
