import type { Next } from '../board/next.ts';
import type { InboundRule } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { raiseAlarm } from '../limits/alarm.ts';
import { whyNoMatch } from '../routing/rule-match.ts';
import { applyRule } from '../routing/rule-settings.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { amend, callAt, legAt, note, type Turn } from '../turn/turn.ts';
import { announce } from './announcing.ts';
import { greetByRule } from './rule-greeting.ts';

/** How the trace begins to say what does not work. */
export const brokenWords = 'Cấu hình hỏng: ';

/** What callers hear whom no fallback takes: that nobody can be reached, and then the line is closed. */
const nobody = {
  name: 'Chưa có ai nghe máy',
  file: 'system/vi/no-answer.wav',
  skipKey: null,
  then: { kind: 'hang-up', cause: 'failed' },
} as const;

/**
 * The configuration leads nowhere here. Whoever comes to that is not dropped in silence: the company's fallback takes them, or they
 * hear that nobody can be reached; the call is marked by what was wrong, and those who can mend it are told.
 */
export function atBrokenPart(turn: Turn, here: Here, words: string): Next {
  const fallback = fallbackFor(turn, here);
  markBroken(turn, here, words);
  // From here the way is short, however long it was.
  amend(turn, here.call, { hops: 0 });
  if (fallback !== undefined) {
    amend(turn, here.call, { fellBack: true });
    note(turn, here.call, 'rule', `Quy tắc dự phòng “${fallback.name}” nhận cuộc gọi`);
    applyRule(turn, here, fallback);
    return greetByRule(turn, here, fallback, fallback.destination);
  }
  amend(turn, here.call, { refusal: 'failed' });
  return announce(turn, here, nobody.name, nobody);
}

/** Something does not work, and the caller gets on all the same. */
export function markBroken(turn: Turn, here: Here, words: string): void {
  note(turn, here.call, 'broken', `${brokenWords}${words}`);
  raiseAlarm(turn, { kind: 'broken', of: words, words: `Cuộc gọi gặp chỗ hỏng trong cấu hình: ${words}` });
}

/**
 * A fallback is for customers who look for somebody: not for our own people, who should hear what is broken, not for whoever has
 * talked already and stays for a survey, and not for a second time.
 */
function fallbackFor(turn: Turn, here: Here): InboundRule | undefined {
  const { answer, fellBack = false, serviceNumber, outsideNumber } = callAt(turn, here.call);
  const { party, recall } = legAt(turn, here);
  if (party.kind !== 'outside' || fellBack || (answer !== null && recall === null)) return undefined;
  return planOfCall(turn, here.call).fallbacks?.find(
    (rule) =>
      (rule.number === null || rule.number === serviceNumber) && whyNoMatch(turn, rule, outsideNumber ?? '') === null,
  );
}

/** The plan names something that is no longer in it. */
export function atMissingPart(turn: Turn, here: Here, what: string, key: string): Next {
  return atBrokenPart(turn, here, `không tìm thấy ${what} “${key}”`);
}
