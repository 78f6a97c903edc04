import type { Waiting } from '../board/queue.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import { nextRelaxation } from '../board/skill-needs.ts';
import type { TimerId } from '../board/vocabulary.ts';
import { startTimer } from '../turn/timers.ts';
import type { Turn } from '../turn/turn.ts';

/** The clocks of somebody in the line are the queue's, named for them: `queue-clock.ts` reads the names. */
type Who = Pick<Waiting, 'id' | 'needs' | 'joinedAt'>;

/** A caller does not wait longer than the queue lets anybody, and needs less as time goes by. */
export function callerClocks(turn: Turn, queue: string, plan: QueuePlan, who: Who): readonly TimerId[] {
  const relaxing = relaxClock(turn, queue, who);
  if (plan.maxWaitSeconds === null) return relaxing;
  const leftMs = Math.max(0, plan.maxWaitSeconds * 1000 - waitedMs(turn, who));
  return [startTimer(turn, { kind: 'queue', queue }, `wait ${who.id}`, leftMs), ...relaxing];
}

/** Runs out when the next need falls away; none when all that are left stay. */
export function relaxClock(turn: Turn, queue: string, who: Who): readonly TimerId[] {
  const waited = waitedMs(turn, who);
  const nextMs = nextRelaxation(who.needs, waited);
  return nextMs === null ? [] : [startTimer(turn, { kind: 'queue', queue }, `relax ${who.id}`, nextMs - waited)];
}

function waitedMs(turn: Turn, { joinedAt }: Who): number {
  return Math.max(0, turn.at - joinedAt);
}
