import type { LegId, Member } from '@alo/call-core';

/** One who hears another beside the bridge. */
export interface Whisper {
  readonly from: LegId;
  readonly to: LegId;
}

/** How who hears whom is made of what Asterisk has. */
export interface MixPlan {
  /** In one mixing bridge: all of these hear each other. */
  readonly together: readonly LegId[];
  /** What is left, each edge by itself. */
  readonly whispers: readonly Whisper[];
}

/**
 * Asterisk mixes everybody with everybody. So those who all hear each other are in a bridge, and any other edge, as a supervisor's who listens
 * or whispers to one of two, is sound that is taken from one channel and put into another. (Muted in the bridge they would be heard by
 * nobody, and nothing could be taken of them.) `busy` hear something else for now: they are in no bridge, and others may hear them.
 */
export function mixOf(members: readonly Member[], busy: ReadonlySet<LegId> = new Set()): MixPlan {
  const here = new Set(members.map(({ leg }) => leg));
  const hearing = new Map(
    members.map(({ leg, hears }) => [leg, new Set(busy.has(leg) ? [] : hears.filter((other) => here.has(other)))]),
  );
  const doesHear = (to: LegId, from: LegId): boolean => hearing.get(to)?.has(from) ?? false;
  const legs = members.map(({ leg }) => leg);
  const together = largestCircle(legs, (a, b) => doesHear(a, b) && doesHear(b, a));
  const isMixed = (to: LegId, from: LegId): boolean => together.includes(from) && together.includes(to);
  const whispers = legs.flatMap((to) =>
    legs.filter((from) => doesHear(to, from) && !isMixed(to, from)).map((from) => ({ from, to })),
  );
  return { together, whispers };
}

/** The most who are pairwise friends, two at least. Conversations are of ten at most, and nearly all are friends of all. */
function largestCircle(legs: readonly LegId[], areFriends: (a: LegId, b: LegId) => boolean): readonly LegId[] {
  let largest: readonly LegId[] = [];
  for (const first of legs) {
    const circle: LegId[] = [];
    for (const one of [first, ...legs.filter((other) => other !== first)]) {
      if (circle.every((other) => areFriends(one, other))) circle.push(one);
    }
    if (circle.length > largest.length) largest = legs.filter((leg) => circle.includes(leg));
  }
  return largest.length < 2 ? [] : largest;
}
