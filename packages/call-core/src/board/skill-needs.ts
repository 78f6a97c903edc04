import { durationWords } from '../lib/duration-words.ts';
import { lookUp } from '../lib/look-up.ts';
import type { SkillNeed, Skills } from './queue-plan.ts';

/** A person's level of a skill: 0 where none is set. */
export function skillLevelOf(skills: Skills, skill: string): number {
  return lookUp(skills, skill) ?? 0;
}

/** The needs that are still insisted on after so much waiting. */
export function needsAfter(needs: readonly SkillNeed[], waitedMs: number): readonly SkillNeed[] {
  return needs.filter(({ untilSeconds }) => untilSeconds === null || waitedMs < untilSeconds * 1000);
}

/** After how much waiting the next need falls away; null when none will. */
export function nextRelaxation(needs: readonly SkillNeed[], waitedMs: number): number | null {
  const moments = needs.flatMap(({ untilSeconds }) =>
    untilSeconds === null || untilSeconds * 1000 <= waitedMs ? [] : [untilSeconds * 1000],
  );
  return moments.length === 0 ? null : Math.min(...moments);
}

/** `tiếng Anh từ 80 trong 20 giây đầu, vip từ 1`. */
export function needsInWords(needs: readonly SkillNeed[]): string {
  return needs
    .map(({ skill, level, untilSeconds }) => {
      const until = untilSeconds === null ? '' : ` trong ${durationWords(untilSeconds * 1000)} đầu`;
      return `${skill} từ ${level}${until}`;
    })
    .join(', ');
}

/** The skills that a person lacks, in words; null when none. */
export function lackOf(skills: Skills, needs: readonly SkillNeed[]): string | null {
  const lacking = needs.filter(({ skill, level }) => skillLevelOf(skills, skill) < level);
  if (lacking.length === 0) return null;
  const words = lacking.map(({ skill, level }) => `${skill} (cần ${level}, có ${skillLevelOf(skills, skill)})`);
  return `thiếu kỹ năng ${words.join(', ')}`;
}
