import type { QueueMemory } from '../../board/queue.ts';
import type { QueueMember } from '../../board/queue-plan.ts';
import type { Instant } from '../../board/vocabulary.ts';

/** Somebody who could be rung now, with what strategies look at. */
export type Candidate = QueueMember & {
  /** Place in the queue's list of members, from 0. */
  readonly place: number;
  /** Since when the person has had nothing to do, or last did not take a call. */
  readonly idleSince: Instant;
  /** Calls of this queue that the person answered today. */
  readonly callsToday: number;
};

export type Situation = {
  readonly queue: string;
  readonly at: Instant;
  readonly memory: QueueMemory;
  /** Skills that the caller asked for, those too that are not insisted on any more. */
  readonly wanted: readonly string[];
};

/** How a queue chooses among people who are free, may take the call and are of the same penalty. */
export type Strategy = {
  /** In words, for the trace and the screens. */
  readonly name: string;
  /** Whether all are rung together, or only the first. */
  readonly rings: 'first' | 'all';
  /** In the order in which they would be asked. The order of equals is that of the queue's list. */
  readonly order: (candidates: readonly Candidate[], situation: Situation) => readonly Candidate[];
  /** Why this one is asked before the others. */
  readonly because: (chosen: Candidate, situation: Situation) => string;
  /** Why this one waits for a later call. */
  readonly whyLater: (passed: Candidate, chosen: Candidate, situation: Situation) => string;
};

/** Candidates by one number and, where that is equal, the next; the smallest first, equals as in the queue's list. */
export function sortedCandidates(
  candidates: readonly Candidate[],
  ...values: readonly ((candidate: Candidate) => number)[]
): readonly Candidate[] {
  const keyed = candidates.map((candidate) => ({ candidate, keys: values.map((value) => value(candidate)) }));
  keyed.sort((one, other) => compare(one.keys, other.keys) || one.candidate.place - other.candidate.place);
  return keyed.map(({ candidate }) => candidate);
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (let index = 0; index < one.length; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
