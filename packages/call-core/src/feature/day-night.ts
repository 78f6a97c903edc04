import { prove } from '../activity/proving.ts';
import { lookUp } from '../look-up.ts';
import type { Next } from '../next.ts';
import type { Turn } from '../turn.ts';
import type { Here } from '../vocabulary.ts';
import type { Asked } from './feature.ts';
import { turnCondition } from './turn-condition.ts';

/** Somebody dialled the code of a condition: it is turned, where it asks for a PIN by whoever knows that. */
export function turnDayNight(turn: Turn, here: Here, key: string, asked: Asked): Next {
  const asksPin = lookUp(turn.plan.timeConditions, key)?.asksPin === true;
  return asksPin ? prove(turn, here, key, asked) : turnCondition(turn, here, key, asked);
}
