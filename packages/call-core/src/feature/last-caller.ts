import { sayAndEnd } from '../activity/saying.ts';
import { goesTo } from '../board/next.ts';
import { isOutside } from '../routing/call-direction.ts';
import { say } from '../turn/speech.ts';
import { amend, note, personAt } from '../turn/turn.ts';
import type { CodeFeature } from './feature.ts';

/** Calls the party who rang this phone last. */
export const callLastCaller: CodeFeature = (turn, here, { by }) => {
  const { lastCaller } = personAt(turn, by);
  if (lastCaller === undefined) return sayAndEnd(turn, here, say('no-last-caller'));
  note(turn, here.call, 'number', 'Gọi lại người gọi gần nhất', { number: lastCaller });
  if (isOutside(turn.plan, lastCaller)) amend(turn, here.call, { direction: 'outbound', outsideNumber: lastCaller });
  return goesTo({ kind: 'dialled', number: lastCaller, by });
};
