import { matchesPattern, parsePhone } from '@alo/phone-number';
import type { Direction } from '../board/call.ts';
import type { OutboundRule, RoutingPlan } from '../board/plan.ts';
import { lookUp } from '../lib/look-up.ts';
import { outboundCandidates } from './rule-index.ts';

/**
 * Whether a dialled text is a number of the telephone network. A short one looks like a mistyped extension: it is outside
 * only where an outbound rule asks for it. Emergency numbers always are.
 */
export function isOutside(plan: RoutingPlan, dialled: string): boolean {
  const result = parsePhone(dialled);
  if (!result.ok) return false;
  const { kind, national } = result.phone;
  const fits = ({ pattern }: OutboundRule) => matchesPattern(national, pattern);
  return kind !== 'short' || outboundCandidates(plan.outboundRules, national).rules.some(fits);
}

/** Which way a call goes that one of our people begins. */
export function directionOf(plan: RoutingPlan, dialled: string): Direction {
  return lookUp(plan.internalNumbers, dialled) === undefined && isOutside(plan, dialled) ? 'outbound' : 'internal';
}
