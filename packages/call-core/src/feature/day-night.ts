import { turnCondition } from '../activity/condition-override.ts';
import { askConditionPin } from '../activity/proving.ts';
import type { DialledCode } from '../board/feature-code.ts';
import type { Next } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import type { Turn } from '../turn/turn.ts';

/** The code of a time condition was dialled: it is turned, after the PIN where it asks for one. */
export function turnDayNight(turn: Turn, here: Here, key: string, asked: DialledCode): Next {
  const asksPin = lookUp(turn.plan.timeConditions, key)?.asksPin === true;
  return asksPin ? askConditionPin(turn, here, key, asked) : turnCondition(turn, here, key, asked);
}
