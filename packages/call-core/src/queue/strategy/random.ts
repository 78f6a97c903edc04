import { chanceOf } from '../../lib/chance.ts';
import { type Strategy, sortedCandidates } from './strategy.ts';

/** By chance, everybody alike. */
export const random: Strategy = {
  name: 'ngẫu nhiên',
  rings: 'first',
  order: (candidates, { queue, memory }) =>
    sortedCandidates(candidates, ({ extension }) => chanceOf(`${queue}/${memory.turn}/${extension}`)),
  because: () => 'được chọn ngẫu nhiên',
  whyLater: () => 'lần này không được chọn ngẫu nhiên',
};
