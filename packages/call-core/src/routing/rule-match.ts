import { matchTimeGroup } from '@alo/calendar';
import { matchesPattern } from '@alo/phone-number';
import { nationalForm } from '../board/caller-id.ts';
import type { InboundRule } from '../board/plan.ts';
import { localTimeWords } from '../lib/local-time-words.ts';
import type { Turn } from '../turn/turn.ts';

type Mismatch = { readonly words: string; readonly detail: Readonly<Record<string, string>> };

/** Why a rule that is for every number, or for the one that was called, does not lead this caller now; null where it does. */
export function whyNoMatch(turn: Turn, rule: InboundRule, caller: string): Mismatch | null {
  if (rule.callerPattern !== null && !matchesPattern(nationalForm(caller), rule.callerPattern)) {
    return { words: 'khác mẫu số gọi đến', detail: { pattern: rule.callerPattern, number: caller } };
  }
  if (rule.timeGroup === null) return null;
  const { slot, local } = matchTimeGroup(rule.timeGroup, turn.at, turn.plan.timeZone);
  if (slot !== null) return null;
  return { words: 'ngoài khung giờ', detail: { timeGroup: rule.timeGroup.name, local: localTimeWords(local) } };
}
