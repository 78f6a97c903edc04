import { type Refusal, refusals, refused } from '../board/answer.ts';
import { canonicalForm } from '../board/caller-id.ts';
import { lookUp } from '../lib/look-up.ts';
import { whyClassClosed } from '../limits/limit-reasons.ts';
import { isOutside } from '../routing/call-direction.ts';
import { mayCallOut } from '../routing/outbound.ts';
import type { Turn } from '../turn/turn.ts';

/** Whether a number can be called by somebody at all; null when it can. */
export function whyNotDialled(turn: Turn, by: string, number: string): Refusal | null {
  if (lookUp(turn.plan.internalNumbers, number) !== undefined) return null;
  if (!isOutside(turn.plan, number)) return refusals.noNumber;
  const closed = whyClassClosed(turn.plan.limits, canonicalForm(number));
  if (closed !== null) return refused('forbidden', closed.words);
  return mayCallOut(turn.plan, by, canonicalForm(number), turn.at) ? null : refusals.mayNotCall;
}
