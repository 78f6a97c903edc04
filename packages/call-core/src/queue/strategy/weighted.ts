import { chanceOf } from '../../lib/chance.ts';
import { type Strategy, sortedCandidates } from './strategy.ts';

/**
 * By chance, in proportion to weights: who has twice the weight is first twice as often (Efraimidis and Spirakis, "Weighted
 * random sampling with a reservoir", 2006). A weight of nothing is asked when nobody else is there.
 */
export const weighted: Strategy = {
  name: 'ngẫu nhiên theo trọng số',
  rings: 'first',
  order: (candidates, { queue, memory }) =>
    sortedCandidates(candidates, ({ extension, weight }) => {
      const drawn = -Math.log(chanceOf(`${queue}/${memory.turn}/${extension}`));
      return weight > 0 ? drawn / weight : Number.MAX_VALUE;
    }),
  because: ({ weight }) => `được chọn ngẫu nhiên theo trọng số ${weight}`,
  whyLater: ({ weight }) => `lần này không được chọn ngẫu nhiên theo trọng số ${weight}`,
};
