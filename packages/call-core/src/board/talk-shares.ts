import type { Call, Segment } from './call.ts';

/** Whether a stay is in the conversation itself: a word with a colleague beside it is not, nor is listening in. */
export const isTalk = ({ how }: Pick<Segment, 'how'>): boolean => how !== 'consultation' && how !== 'supervision';

/** How long each of ours talked in a call, by extension, hold included; of a stay that goes on nothing is told yet. */
export function sharesOf({ segments }: Pick<Call, 'segments'>): ReadonlyMap<string, number> {
  const stays = Map.groupBy(segments.filter(isTalk), ({ extension }) => extension);
  return new Map([...stays].map(([extension, its]) => [extension, together(its)]));
}

/** A person who is in a conversation with two phones counts once. */
function together(stays: readonly Segment[]): number {
  let total = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of stays.toSorted((one, other) => one.from - other.from)) {
    if (to === null) continue;
    total += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return total;
}
