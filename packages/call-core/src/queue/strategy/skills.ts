import type { Skills } from '../../board/queue-plan.ts';
import { skillLevelOf } from '../../board/skill-needs.ts';
import { type Candidate, type Strategy, sortedCandidates } from './strategy.ts';

/** The person with the best skill that the caller asked for, or with most skill where none is asked; of equals the one idle for longest. */
export const skills: Strategy = {
  name: 'theo kỹ năng',
  rings: 'first',
  order: (candidates, { wanted }) =>
    sortedCandidates(
      candidates,
      (candidate) => -fitOf(candidate, wanted),
      ({ idleSince }) => idleSince,
    ),
  because: (chosen, { wanted }) =>
    wanted.length === 0
      ? `kỹ năng cao nhất: ${inWords(chosen, wanted)}`
      : `kỹ năng phù hợp nhất: ${inWords(chosen, wanted)}`,
  whyLater: (passed, chosen, { wanted }) =>
    fitOf(passed, wanted) === fitOf(chosen, wanted)
      ? `kỹ năng ngang máy ${chosen.extension} nhưng rảnh sau`
      : `kỹ năng thấp hơn máy ${chosen.extension}: ${inWords(passed, wanted)}`,
};

function fitOf({ skills: own }: Candidate, wanted: readonly string[]): number {
  return lookedAt(own, wanted).reduce((sum, skill) => sum + skillLevelOf(own, skill), 0);
}

function inWords({ skills: own }: Candidate, wanted: readonly string[]): string {
  const levels = lookedAt(own, wanted).map((skill) => `${skill} ${skillLevelOf(own, skill)}`);
  return levels.length === 0 ? 'chưa có kỹ năng' : levels.join(', ');
}

const lookedAt = (own: Skills, wanted: readonly string[]): readonly string[] =>
  wanted.length === 0 ? Object.keys(own) : wanted;
