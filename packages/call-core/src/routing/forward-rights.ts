import { canonicalForm } from '../board/caller-id.ts';
import type { Destination } from '../board/destination.ts';
import type { RoutingPlan } from '../board/plan.ts';
import { lookUp } from '../lib/look-up.ts';
import { isOutside } from './call-direction.ts';
import { mayCallOut } from './outbound.ts';

/**
 * Where calls of a person go that they, or their phone, forward to this number; null where they may not. Nobody forwards to where they may not
 * call: what a stolen phone costs is limited by what its person may do.
 */
export function forwardTo(plan: RoutingPlan, by: string, number: string, at: number): Destination | null {
  const inside = lookUp(plan.internalNumbers, number);
  if (inside !== undefined) return leadsBack(inside, by) ? null : inside;
  const canonical = canonicalForm(number);
  return isOutside(plan, number) && mayCallOut(plan, by, canonical, at)
    ? { kind: 'fw', number: canonical, showing: 'own' }
    : null;
}

const leadsBack = (to: Destination, by: string): boolean => to.kind === 'direct' && to.extension === by;
