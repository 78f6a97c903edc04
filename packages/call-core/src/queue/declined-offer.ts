import type { Waiting } from '../board/queue.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import type { Cause, Here } from '../board/vocabulary.ts';
import { startTimer } from '../turn/timers.ts';
import type { Turn } from '../turn/turn.ts';
import { memberAt } from './members.ts';
import { changeMember, changeWaiting, queueAt } from './queue-changes.ts';

/** The person saw or heard the call and did not take it; of anything else they know nothing, and it is not counted. */
const knownToThem: readonly Cause[] = ['no-answer', 'rejected', 'busy'];

/**
 * Somebody did not take a call: whoever waits keeps their place and is offered to others, the person rests for a moment and
 * stands at the back, and after too many of these is paused.
 */
export function declineOffer(
  turn: Turn,
  queue: string,
  waiting: Waiting,
  phone: Here | null,
  extension: string,
  cause: Cause,
): void {
  const plan = queueAt(turn, queue)?.plan;
  if (plan === undefined) return;
  const ringing = waiting.ringing.filter(({ leg }) => leg !== phone?.leg);
  const declinedBy = [...waiting.declinedBy.filter((other) => other !== extension), extension];
  changeWaiting(turn, queue, waiting.id, { ringing, declinedBy });
  rest(turn, queue, plan, extension, knownToThem.includes(cause));
  if (ringing.length === 0) turn.due.push({ queue, waiting: waiting.id });
}

function rest(turn: Turn, queue: string, plan: QueuePlan, extension: string, counts: boolean): void {
  const member = memberAt(turn, queue, extension);
  if (member === undefined) return;
  const missed = member.missed + (counts ? 1 : 0);
  const pauses = plan.pauseAfterMissed !== null && missed >= plan.pauseAfterMissed && member.pause === null;
  const restMs = Math.max(1, plan.restSeconds) * 1000;
  changeMember(turn, queue, extension, {
    missed,
    backSince: turn.at,
    restTimer: startTimer(turn, { kind: 'person', extension }, `rest ${queue}`, restMs),
    ...(pauses ? { pause: { reason: null, byItself: true, since: turn.at } } : {}),
  });
}
