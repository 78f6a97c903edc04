import { matchesPattern } from '@alo/phone-number';
import { nationalForm } from '../caller-id.ts';
import { lookUp } from '../look-up.ts';
import type { BlockList } from '../plan.ts';

/** Why a number is refused, or null. `canonical` is '' for a caller who withholds it. */
export function blockedBecause(list: BlockList, canonical: string): string | null {
  if (canonical === '') return list.anonymous ? 'số ẩn' : null;
  const national = nationalForm(canonical);
  const exact = lookUp(list.numbers, canonical);
  return exact ?? list.patterns.find(({ pattern }) => matchesPattern(national, pattern))?.reason ?? null;
}
