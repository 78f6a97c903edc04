import { atBrokenPart } from '../activity/broken-part.ts';
import { goesTo, type Next } from '../board/next.ts';
import type { Cause, Here } from '../board/vocabulary.ts';
import { visit } from '../destination/destinations.ts';
import { read } from '../lib/draft.ts';
import { comeBack } from '../turn/conversation-return.ts';
import { enter, hangUp } from '../turn/legs.ts';
import { bySystem } from '../turn/parties.ts';
import { amend, callAt, isLive, legAt, legOf, type Turn } from '../turn/turn.ts';
import { settleDeparture } from './departure.ts';

/** A plan that leads in a circle is left after so many destinations. */
const maxHops = 32;

/** Leads a leg from destination to destination until it waits at one or its way ends. */
export function leadLeg(turn: Turn, here: Here, first: Next): void {
  let next = first;
  while (next.next === 'goes to') {
    if (!isThere(turn, here)) return;
    const { hops } = callAt(turn, here.call);
    amend(turn, here.call, { hops: hops + 1 });
    enter(turn, here, { kind: 'routing' });
    if (hops >= maxHops) {
      next = atBrokenPart(turn, here, `đi vòng, dừng sau ${maxHops} điểm đến`);
    } else next = visit(turn, here, next.destination);
  }
  if (next.next === 'ends' && isThere(turn, here)) endOfWay(turn, here, next.cause);
}

function isThere(turn: Turn, here: Here): boolean {
  const call = read(turn.calls, here.call);
  const leg = call === undefined ? undefined : legOf(call, here.leg);
  return call?.stage === 'open' && leg !== undefined && isLive(leg);
}

/** No further target: back to the conversation that was left, or to the person who sent the party on, or the end. */
function endOfWay(turn: Turn, here: Here, cause: Cause): void {
  const { elsewhere, recall } = legAt(turn, here);
  if (elsewhere !== null) return comeBack(turn, here);
  if (recall !== null && cause !== 'normal') return leadLeg(turn, here, goesTo({ kind: 'recall', extension: recall }));
  hangUp(turn, here, cause);
  settleDeparture(turn, here.call, bySystem, cause);
}
