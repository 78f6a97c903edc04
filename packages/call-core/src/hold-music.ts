import { emptyPlan } from './plan.ts';
import { callAt, type Turn } from './turn.ts';
import { planOf } from './versions.ts';
import type { CallId } from './vocabulary.ts';

/** What a party of a call hears on hold: the music of the rule that leads it, else the company's. */
export function holdMusic(turn: Turn, call: CallId): string {
  return callAt(turn, call).rule?.music ?? planOf(turn, call).holdMusic;
}

/** The same in a queue, which may have music of its own. */
export function queueMusic(turn: Turn, call: CallId, own: string): string {
  return own === emptyPlan.holdMusic ? (callAt(turn, call).rule?.music ?? own) : own;
}
