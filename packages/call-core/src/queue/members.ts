import type { Membership } from '../board/queue-membership.ts';
import { learnPace } from '../board/queue-pace.ts';
import { read } from '../lib/draft.ts';
import { getFrom } from '../lib/persistent-map.ts';
import type { Turn } from '../turn/turn.ts';
import { changeMember, changeQueue, queueAt } from './queue-changes.ts';

export function memberAt(turn: Turn, queue: string, extension: string): Membership | undefined {
  const found = read(turn.queues, queue);
  return found === undefined ? undefined : getFrom(found.members, extension);
}

/** The queues whose member somebody is. */
export function queuesOf(turn: Turn, extension: string): readonly string[] {
  return read(turn.memberships, extension) ?? [];
}

/** Somebody took a call of a queue. */
export function beginServing(turn: Turn, queue: string, extension: string): void {
  const answeredToday = (memberAt(turn, queue, extension)?.answeredToday ?? 0) + 1;
  changeMember(turn, queue, extension, { missed: 0, answeredToday, servingSince: turn.at });
}

/** What came of taking a call of the queue is done: how long that took the queue remembers. */
export function finishServing(turn: Turn, queue: string, extension: string): void {
  const since = memberAt(turn, queue, extension)?.servingSince ?? null;
  const found = queueAt(turn, queue);
  if (since === null || found === null) return;
  changeQueue(turn, queue, { pace: learnPace(found.queue.pace, Math.max(0, turn.at - since)) });
  changeMember(turn, queue, extension, { servingSince: null });
}
