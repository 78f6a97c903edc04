import type { FeatureCode } from '../board/feature-code.ts';
import type { RoutingPlan } from '../board/plan.ts';
import { lookUp } from '../lib/look-up.ts';

/** The code that a dialled text begins with, the longest one, and what follows it; null where there is none. */
export function dialledCode(
  { codes = {} }: RoutingPlan,
  dialled: string,
): { readonly code: FeatureCode; readonly rest: string } | null {
  for (let length = Math.min(dialled.length, longestCode); length > 0; length--) {
    const code = lookUp(codes, dialled.slice(0, length));
    const rest = dialled.slice(length);
    if (code !== undefined && /^\d*$/.test(rest) && (rest === '' || takesMore(code))) return { code, rest };
  }
  return null;
}

/** No code is longer; a dialled text may be. */
const longestCode = 12;

function takesMore(code: FeatureCode): boolean {
  if (code.kind === 'day-night') return true;
  return ['pick-up-from', 'voicemail', 'forward-always', 'forward-busy', 'forward-no-answer'].includes(code.feature);
}
