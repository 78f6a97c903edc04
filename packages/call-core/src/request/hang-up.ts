import { type Answer, done, refusals } from '../board/answer.ts';
import type { RequestedAction } from '../board/request.ts';
import { read } from '../lib/draft.ts';
import { liveLegs, personAt, type Turn } from '../turn/turn.ts';
import { removeLeg } from './leg-removal.ts';

/** Ends the own leg, talking or ringing; the product itself may end any leg, or all. */
export function hangUpRequest(
  turn: Turn,
  by: string | null,
  { call, leg }: Extract<RequestedAction, { kind: 'hang-up' }>,
): Answer {
  const found = read(turn.calls, call);
  if (found === undefined || found.stage !== 'open') return refusals.noCall;
  const mine = by === null ? liveLegs(found) : liveLegs(found).filter(({ id }) => isOf(turn, by, id));
  const chosen = leg === null ? mine : mine.filter(({ id }) => id === leg);
  if (chosen.length === 0) return refusals.notYours;
  for (const { id } of chosen) removeLeg(turn, { call, leg: id }, by);
  return done(call);
}

function isOf(turn: Turn, by: string, leg: string): boolean {
  return personAt(turn, by).legs.some((other) => other.leg === leg);
}
