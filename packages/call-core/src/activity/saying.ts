import { ends, type Next, waits } from '../board/next.ts';
import type { AudioSource, Cause, Here } from '../board/vocabulary.ts';
import { answerLeg, enter, moveLeg, play, startLegTimer } from '../turn/legs.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { legAt, perform, type Turn } from '../turn/turn.ts';

/** An engine that loses what it plays does not keep the caller for ever. */
const longestMs = 60_000;

/** Hears a sentence of the exchange, and the way is over. */
export const saying: ActivityKind<'saying'> = {
  stage: 'waiting',
  said: () => 'Nghe tổng đài trả lời',
  played: (_turn, _here, { cause }) => ends(cause),
  elapsed: (_turn, _here, { cause }) => ends(cause),
};

/** Says a prompt to the person who asked for it, and hangs up. */
export function sayAndEnd(turn: Turn, here: Here, sources: readonly AudioSource[]): Next {
  answerLeg(turn, here);
  return say(turn, here, sources, 'normal');
}

/** Says why a call cannot be put through, without answering it: the phone shows the cause afterwards, and nothing is charged. */
export function sayRefusal(turn: Turn, here: Here, sources: readonly AudioSource[], cause: Cause): Next {
  const { side, state, id, home } = legAt(turn, here);
  if (side === 'arrived' && state === 'new') {
    perform(turn, home, { type: 'progress', leg: id });
    moveLeg(turn, here, { state: 'ringing' });
  }
  return say(turn, here, sources, cause);
}

function say(turn: Turn, here: Here, sources: readonly AudioSource[], cause: Cause): Next {
  enter(turn, here, { kind: 'saying', cause });
  play(turn, here, sources);
  startLegTimer(turn, here, 'said', longestMs);
  return waits;
}
