import { durationWords } from '../duration-words.ts';
import { type Strategy, sortedBy } from './strategy.ts';

/** Whoever has had nothing to do for longest. */
export const longestIdle: Strategy = {
  name: 'rảnh lâu nhất',
  rings: 'first',
  order: (candidates) => sortedBy(candidates, ({ idleSince }) => idleSince),
  because: ({ idleSince }, { at }) => `rảnh lâu nhất: ${durationWords(at - idleSince)}`,
  whyLater: (passed, chosen, { at }) =>
    `mới rảnh ${durationWords(at - passed.idleSince)}, máy ${chosen.extension} rảnh ${durationWords(at - chosen.idleSince)}`,
};
