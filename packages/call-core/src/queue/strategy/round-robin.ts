import { type Strategy, sortedCandidates } from './strategy.ts';

/** The list goes round: on from the member who was asked last. */
export const roundRobin: Strategy = {
  name: 'xoay vòng có nhớ',
  rings: 'first',
  order: (candidates, { memory }) => sortedCandidates(candidates, ({ place }) => (place > memory.lastPlace ? 0 : 1)),
  because: () => 'đến lượt trong vòng',
  whyLater: (_passed, chosen) => `đến lượt sau máy ${chosen.extension} trong vòng`,
};
