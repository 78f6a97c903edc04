import { matchesPattern } from '@alo/phone-number';
import { nationalForm } from '../caller-id.ts';
import { lookUp } from '../look-up.ts';
import type { BlockList } from '../plan.ts';
import type { Instant } from '../vocabulary.ts';

/** Why a number is refused at this moment, or null. `canonical` is '' for a caller who withholds it. */
export function blockedBecause(list: BlockList, canonical: string, at: Instant): string | null {
  if (canonical === '') return list.anonymous && isYet(list.anonymousUntil, at) ? 'số ẩn' : null;
  const exact = lookUp(list.numbers, canonical);
  if (exact !== undefined && isYet(lookUp(list.until ?? {}, canonical), at)) return exact;
  const national = nationalForm(canonical);
  const found = list.patterns.find(({ pattern, until }) => isYet(until, at) && matchesPattern(national, pattern));
  return found?.reason ?? null;
}

const isYet = (until: Instant | undefined, at: Instant): boolean => until === undefined || until > at;
