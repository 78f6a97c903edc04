import { rehearsedPeopleAtMost } from '@alo/contract';

import { type KnownWorld, worldOf } from './known-world.ts';
import type { Rehearsal, RehearsedCampaign } from './rehearsal-plan.ts';
import { rehearseToEnd } from './rehearse.ts';

/** What a thread is asked. */
export interface RehearsalAsked {
  readonly plan: Rehearsal;
  readonly world: KnownWorld;
  readonly seed: number;
  /** To be over by then; null where nobody asks how many that takes. */
  readonly deadline: number | null;
}

export interface RehearsedOften {
  /** The first to end first; those that do not end last. */
  readonly runs: readonly RehearsedCampaign[];
  /** So few people, or calls at once, end it in time; null where none do, or nobody asked. */
  readonly needed: number | null;
}

/** So many customers are lived through for the range, and for each number of people that is tried. */
const [customersInAll, customersEachTry] = [100_000, 10_000];
const between = (least: number, n: number, most: number) => Math.max(least, Math.min(most, Math.round(n)));

/** A campaign as often as its list lets it be within some seconds, each time by other chances; the same seeds are the same answer. */
export function rehearseOften({ plan, world, seed, deadline }: RehearsalAsked): RehearsedOften {
  const size = Math.max(1, plan.contacts.length);
  const lived = (of: Rehearsal, times: number) =>
    Array.from({ length: times }, (_, turn) => rehearseToEnd(of, worldOf(world, seed + turn * 7_919))).toSorted(sooner);
  const runs = lived(plan, between(3, customersInAll / size, 15));
  if (deadline === null) return { runs, needed: null };
  const times = between(1, customersEachTry / size, 3);
  const isInTime = (people: number) => {
    const all = lived({ ...withPeople(plan, people), until: Math.min(plan.until, deadline) }, times);
    const middle = middleOf(all);
    return middle !== undefined && middle.end !== null && middle.end <= deadline;
  };
  return { runs, needed: fewestOf(isInTime, plan.dialling.mode === 'broadcast' ? 100 : rehearsedPeopleAtMost) };
}

/** The fewest that are enough, where more are never worse; null where the most are not. */
function fewestOf(isEnough: (n: number) => boolean, most: number): number | null {
  let [tooFew, enough] = [0, 1];
  while (!isEnough(enough)) {
    if (enough === most) return null;
    [tooFew, enough] = [enough, Math.min(most, enough * 2)];
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

/** The same with so many people, who are there as those of now are; of a message with so many calls at once. */
export function withPeople(plan: Rehearsal, n: number): Rehearsal {
  const { dialling, people } = plan;
  if (dialling.mode === 'broadcast') {
    return { ...plan, dialling: { ...dialling, most: { ...dialling.most, lines: n } } };
  }
  return { ...plan, people: Array.from({ length: n }, (_, place) => people[place % people.length] ?? null) };
}

export const middleOf = <One>(all: readonly One[]): One | undefined => all[Math.floor((all.length - 1) / 2)];

const sooner = (one: RehearsedCampaign, other: RehearsedCampaign): number =>
  (one.end ?? Number.MAX_SAFE_INTEGER) - (other.end ?? Number.MAX_SAFE_INTEGER) || one.left - other.left;
