import { type Destination, lookUp } from '../plan.ts';
import { note, type Turn } from '../turn.ts';
import { missing } from './missing.ts';
import { attemptAt, offer } from './offer.ts';

/** Rings one extension. Whoever is on the phone is busy; whoever is merely on a break is rung all the same. */
export function visitDirect(turn: Turn, extension: string): Destination | null {
  const plan = lookUp(turn.plan.extensions, extension);
  if (plan === undefined) return missing(turn, 'máy nhánh', extension);
  note(turn, 'destination', `Gọi máy nhánh ${extension} (${plan.name})`, { ringSeconds: String(plan.ringSeconds) });
  return offer(turn, {
    waves: [[attemptAt(turn, extension)]],
    ringMs: plan.ringSeconds * 1000,
    otherwise: plan.otherwise,
    readyOnly: false,
  });
}
