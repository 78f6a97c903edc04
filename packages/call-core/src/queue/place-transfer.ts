import type { Waiting } from '../board/queue.ts';
import { emptyLine, joinLine, positionOf } from '../board/queue-line.ts';
import type { Here } from '../board/vocabulary.ts';
import { queueMusic } from '../turn/hold-music.ts';
import { enter, play, startLegTimer } from '../turn/legs.ts';
import { legAt, note, type Turn } from '../turn/turn.ts';
import { callerClocks } from './caller-timers.ts';
import { changeQueue, noteStep, queueAt, queueFor, removeWaiting, waitingAt } from './queue-changes.ts';

/** A colleague who waited for somebody else gives them the place: a transfer to a queue. False where the colleague waits in none. */
export function handOverPlace(turn: Turn, from: Here, to: Here): boolean {
  const { activity } = legAt(turn, from);
  if (activity.kind !== 'queue-wait') return false;
  const { queue: key } = activity;
  const waiting = waitingAt(turn, key, from.leg);
  const plan = queueFor(turn, to, key);
  if (waiting === undefined || plan === null) return false;
  // Who is being rung for the colleague is rung for the other one at once, by what follows from the turn.
  removeWaiting(turn, key, waiting, 'cancelled');
  const place: Waiting = {
    ...waiting,
    id: to.leg,
    ringing: [],
    timers: callerClocks(turn, key, plan, { ...waiting, id: to.leg }),
    due: true,
    who: { kind: 'caller', here: to },
  };
  const line = joinLine(queueAt(turn, key)?.queue.line ?? emptyLine, place);
  changeQueue(turn, key, { line });
  // In one call the place was the call's all the time.
  if (to.call !== from.call) noteStep(turn, to.call, { step: 'entered', queue: key, at: turn.at });
  turn.due.push({ queue: key, waiting: place.id });
  enter(turn, to, { kind: 'queue-wait', queue: key, hears: 'music', round: 0, saidPlace: null });
  play(turn, to, queueMusic(turn, to.call, plan.music), true);
  note(turn, to.call, 'destination', `Hàng đợi “${plan.name}”: vào hàng ở vị trí ${positionOf(line, place.id)}`);
  if (plan.announcements !== null) startLegTimer(turn, to, 'announce', plan.announcements.everySeconds * 1000);
  enter(turn, from, { kind: 'routing' });
  return true;
}
