import type { RoutingPlan } from '../board/plan.ts';

const known = new WeakMap<RoutingPlan['internalNumbers'], ReadonlySet<string>>();

/** What an internal number may begin with, without the whole numbers that nothing follows. Worked out once for a plan. */
export function internalPrefixes({ internalNumbers }: RoutingPlan): ReadonlySet<string> {
  const worked = known.get(internalNumbers);
  if (worked !== undefined) return worked;
  const prefixes = new Set<string>();
  for (const number of Object.keys(internalNumbers)) {
    for (let length = 1; length < number.length; length++) prefixes.add(number.slice(0, length));
  }
  known.set(internalNumbers, prefixes);
  return prefixes;
}
