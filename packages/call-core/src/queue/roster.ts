import { nextChangeOf, offShiftAt } from '../board/queue-roster.ts';
import type { TimerId } from '../board/vocabulary.ts';
import { read } from '../lib/draft.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { startTimer, stopTimers } from '../turn/timers.ts';
import type { Turn } from '../turn/turn.ts';
import { changeMember, changeQueue, queueAt } from './queue-changes.ts';

/** A clock that runs for weeks is set anew every day. */
const longestMs = 86_400_000;

/** Has a queue ask only who is on shift now, and look again when the next shift begins or ends. */
export function followRoster(turn: Turn, key: string): void {
  stopRoster(turn, key);
  const found = queueAt(turn, key);
  if (found === null) return;
  const { members, roster } = found.plan;
  const isOff = offShiftAt(roster, turn.at);
  for (const { extension } of members) {
    const was = getFrom(queueAt(turn, key)?.queue.members ?? found.queue.members, extension)?.offShift ?? false;
    const offShift = isOff(extension);
    if (offShift !== was) changeMember(turn, key, extension, { offShift });
  }
  const next = roster === undefined ? null : nextChangeOf(roster, turn.at);
  if (next === null) return;
  const ms = Math.min(next - turn.at, longestMs);
  changeQueue(turn, key, { rosterTimer: startTimer(turn, { kind: 'queue', queue: key }, 'roster', ms) });
}

/** The clock of a queue's shifts has run out; one that was stopped may still have been on its way. */
export function rosterElapsed(turn: Turn, key: string, timer: TimerId): void {
  if (read(turn.queues, key)?.rosterTimer !== timer) return;
  changeQueue(turn, key, { rosterTimer: null });
  followRoster(turn, key);
}

export function stopRoster(turn: Turn, key: string): void {
  const timer = read(turn.queues, key)?.rosterTimer ?? null;
  if (timer === null) return;
  stopTimers(turn, { kind: 'queue', queue: key }, [timer]);
  changeQueue(turn, key, { rosterTimer: null });
}
