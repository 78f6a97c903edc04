import { matchTimeGroup } from '@alo/calendar';
import type { TimeCondition } from '../board/plan.ts';
import type { Instant } from '../board/vocabulary.ts';
import type { Turn } from '../turn/turn.ts';

/** How a condition is set by hand at a moment; null leaves it to the clock. */
export function overrideAt({ override, overrideUntil }: TimeCondition, at: Instant): TimeCondition['override'] {
  return overrideUntil === undefined || at < overrideUntil ? override : null;
}

/** What the clock says of a condition, without regard to an override. */
export function matchesByClock({ at, plan }: Turn, { group }: TimeCondition): boolean {
  return matchTimeGroup(group, at, plan.timeZone).slot !== null;
}
