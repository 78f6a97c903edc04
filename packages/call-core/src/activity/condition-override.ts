import type { DialledCode } from '../board/feature-code.ts';
import type { Next } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { matchesByClock, overrideAt } from '../routing/time-condition.ts';
import { saveChange } from '../turn/company-data.ts';
import { say } from '../turn/speech.ts';
import { note, type Turn } from '../turn/turn.ts';
import { sayAndEnd } from './saying.ts';

/**
 * Turns a time condition by hand: the code alone goes to the other side of what the clock says, and back to the clock; with 1 it
 * is day, with 2 night, with 0 the clock's.
 */
export function turnCondition(turn: Turn, here: Here, key: string, { by, rest }: DialledCode): Next {
  const condition = lookUp(turn.plan.timeConditions, key);
  if (condition === undefined) return sayAndEnd(turn, here, say('not-possible'));
  const byClock = matchesByClock(turn, condition) ? 'match' : 'otherwise';
  const other = byClock === 'match' ? 'otherwise' : 'match';
  const turned = overrideAt(condition, turn.at) === null ? other : null;
  const chosen = new Map([['', turned] as const, ['1', 'match'] as const, ['2', 'otherwise'] as const, ['0', null]]);
  const to = chosen.get(rest);
  if (to === undefined) return sayAndEnd(turn, here, say('not-possible'));
  saveChange(turn, here, { kind: 'override', condition: key, to, by });
  const words = { match: 'khớp (ngày)', otherwise: 'không khớp (đêm)', clock: 'theo giờ' }[to ?? 'clock'];
  note(turn, here.call, 'time', `Điều kiện thời gian “${condition.name}” được đặt tay: ${words}`);
  return sayAndEnd(turn, here, say(to === 'match' ? 'day-mode' : to === 'otherwise' ? 'night-mode' : 'clock-mode'));
}
