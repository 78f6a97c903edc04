import type { SkillNeed, StrategyKind } from '../board/queue-plan.ts';
import { lackOf } from '../board/skill-needs.ts';
import { strategies } from './strategy/index.ts';
import type { Candidate, Situation } from './strategy/strategy.ts';

/** Somebody who is free and was not asked, and why; of a thousand only the few are put into words that somebody reads. */
export type PassedOver = { readonly extension: string; readonly why: () => string };

/** Who is rung for a caller; nobody when none of those who are free may take the call. */
export type Choice = {
  readonly rung: readonly Candidate[];
  readonly because: string;
  readonly passedOver: readonly PassedOver[];
};

/** What a choice is made for. */
export type CallerWish = {
  readonly needs: readonly SkillNeed[];
  /** Who did not take this very call: they are asked again when everybody else was. */
  readonly declinedBy: readonly string[];
  /** Who looks after the customer, and goes before all others. */
  readonly owner?: string | undefined;
};

/**
 * Chooses among people who are free: those who can what the caller needs; of them those who have not declined this call; of
 * them those of the lowest penalty; of them whom the strategy says. Whoever is left out on the way has the reason.
 */
export function choose(
  kind: StrategyKind,
  free: readonly Candidate[],
  { needs, declinedBy, owner }: CallerWish,
  situation: Situation,
): Choice {
  const strategy = strategies[kind];
  const passedOver: PassedOver[] = [];
  const passOver = ({ extension }: Candidate, why: () => string) => passedOver.push({ extension, why });

  const able = free.filter((candidate) => {
    const lack = lackOf(candidate.skills, needs);
    if (lack !== null) passOver(candidate, () => lack);
    return lack === null;
  });
  const declined = new Set(declinedBy);
  const unasked = able.filter(({ extension }) => !declined.has(extension));
  const asked = unasked.length === 0 ? able : unasked;
  const own = asked.find(({ extension }) => extension === owner);
  if (own !== undefined) {
    for (const other of able) if (other !== own) passOver(other, () => 'khách có nhân viên phụ trách đang rảnh');
    return { rung: [own], because: 'phụ trách khách này', passedOver };
  }
  const penalty = Math.min(...asked.map((candidate) => candidate.penalty));
  const order = strategy.order(
    asked.filter((candidate) => candidate.penalty === penalty),
    situation,
  );
  const [first] = order;
  if (first === undefined) return { rung: [], because: '', passedOver };

  const rung = strategy.rings === 'all' ? order : [first];
  for (const candidate of order.slice(rung.length))
    passOver(candidate, () => strategy.whyLater(candidate, first, situation));
  for (const candidate of asked) {
    if (candidate.penalty !== penalty)
      passOver(candidate, () => `bậc ${candidate.penalty}, còn người bậc ${penalty} rảnh`);
  }
  if (asked !== able) {
    for (const candidate of able)
      if (declined.has(candidate.extension)) passOver(candidate, () => 'vừa không nhận cuộc gọi này');
  }
  return { rung, because: strategy.because(first, situation), passedOver };
}
