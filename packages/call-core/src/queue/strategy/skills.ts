import { levelOf } from '../needs.ts';
import { type Candidate, type Strategy, sortedBy } from './strategy.ts';

/** Whoever can best what the caller asked for; of equals whoever has been idle for longest. */
export const skills: Strategy = {
  name: 'theo kỹ năng',
  rings: 'first',
  order: (candidates, { wanted }) =>
    sortedBy(
      candidates,
      (candidate) => -fitOf(candidate, wanted),
      ({ idleSince }) => idleSince,
    ),
  because: (chosen, { wanted }) =>
    wanted.length === 0
      ? 'rảnh lâu nhất, cuộc gọi không cần kỹ năng riêng'
      : `kỹ năng phù hợp nhất: ${inWords(chosen, wanted)}`,
  whyLater: (passed, chosen, { wanted }) =>
    fitOf(passed, wanted) === fitOf(chosen, wanted)
      ? `kỹ năng ngang máy ${chosen.extension} nhưng rảnh sau`
      : `kỹ năng thấp hơn máy ${chosen.extension}: ${inWords(passed, wanted)}`,
};

function fitOf(candidate: Candidate, wanted: readonly string[]): number {
  return wanted.reduce((sum, skill) => sum + levelOf(candidate.skills, skill), 0);
}

function inWords(candidate: Candidate, wanted: readonly string[]): string {
  return wanted.map((skill) => `${skill} ${levelOf(candidate.skills, skill)}`).join(', ');
}
