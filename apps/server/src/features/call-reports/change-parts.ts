import type { Ratio } from '../../domain/call-counts.ts';

/** A share or an average of one group, now and before. */
export interface ChangedGroup {
  readonly now: Ratio;
  readonly before: Ratio;
}

/** What of a change is because more or fewer of all were of a group, and because the group became another. */
export interface ChangePart {
  readonly mix: number;
  readonly rate: number;
}

/**
 * Why the share of all changed, group by group, such that the parts of all groups add up to the change: of both times the mean is taken
 * of what did not change, so that it does not matter which came first. A group that had nothing in one of the times has no rate
 * there that could have changed: all of its part is mix. Null where there is nothing to compare.
 */
export function changeParts(groups: readonly ChangedGroup[]): readonly ChangePart[] | null {
  const [now, before] = [wholeOf(groups, 'now'), wholeOf(groups, 'before')];
  if (now[1] === 0 || before[1] === 0) return null;
  const middle = (now[0] / now[1] + before[0] / before[1]) / 2;
  return groups.map((group) => {
    const [weightNow, weightBefore] = [group.now[1] / now[1], group.before[1] / before[1]];
    const rateNow = rateOf(group.now) ?? rateOf(group.before) ?? middle;
    const rateBefore = rateOf(group.before) ?? rateNow;
    return {
      mix: (weightNow - weightBefore) * ((rateNow + rateBefore) / 2 - middle),
      rate: ((weightNow + weightBefore) / 2) * (rateNow - rateBefore),
    };
  });
}

const wholeOf = (groups: readonly ChangedGroup[], when: keyof ChangedGroup): Ratio =>
  groups.reduce<Ratio>((sum, group) => [sum[0] + group[when][0], sum[1] + group[when][1]], [0, 0]);

const rateOf = ([part, whole]: Ratio): number | undefined => (whole === 0 ? undefined : part / whole);
