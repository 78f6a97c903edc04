import type { Instant } from '../../board/vocabulary.ts';
import { durationWords } from '../../lib/duration-words.ts';
import { type Strategy, sortedCandidates } from './strategy.ts';

/** The person who has been idle for longest. */
export const longestIdle: Strategy = {
  name: 'rảnh lâu nhất',
  rings: 'first',
  order: (candidates) => sortedCandidates(candidates, ({ idleSince }) => idleSince),
  because: ({ idleSince }, { at }) => `rảnh lâu nhất: ${idleFor(idleSince, at)}`,
  whyLater: (passed, chosen, { at }) =>
    passed.idleSince === 0
      ? 'cũng rảnh từ đầu'
      : `mới rảnh ${idleFor(passed.idleSince, at)}, máy ${chosen.extension} rảnh ${idleFor(chosen.idleSince, at)}`,
};

/** A person without a call so far has been idle since an unknown time. */
const idleFor = (since: Instant, at: Instant): string => (since === 0 ? 'từ đầu' : durationWords(at - since));
