import type { TimerId, TimerOwner } from '../board/vocabulary.ts';
import type { Turn } from './turn.ts';

/** Starts a timer. Its owner keeps its id, and stops it when it is not needed any more. */
export function startTimer(turn: Turn, owner: TimerOwner, name: string, ms: number): TimerId {
  turn.timers++;
  const timer = `${name}/${turn.timers}` as TimerId; // the one place where timers are named
  turn.commands.push({ type: 'start-timer', owner, timer, ms });
  return timer;
}

export function stopTimers(turn: Turn, owner: TimerOwner, timers: readonly TimerId[]): void {
  for (const timer of timers) turn.commands.push({ type: 'stop-timer', owner, timer });
}

/** The id that a timer got when it was started. */
export function nameOfTimer(timer: TimerId): string {
  return timer.slice(0, timer.lastIndexOf('/'));
}
