import { entriesOf, getFrom, type PersistentMap } from '../persistent-map.ts';
import { lookUp } from '../plan.ts';
import type { Instant } from '../vocabulary.ts';
import { type Choice, choose } from './choose.ts';
import { inOrder } from './line.ts';
import { lackOf, needsAfter } from './needs.ts';
import type { QueuePlan } from './queue-plan.ts';
import type { QueueState, Waiting } from './queue-state.ts';
import type { Membership, Presence } from './standing.ts';
import type { Candidate } from './strategy/strategy.ts';

/** What matching people and callers looks at. */
export type Floor = {
  readonly plans: Readonly<Record<string, QueuePlan>>;
  readonly queues: PersistentMap<QueueState>;
  /** The queues of each member. */
  readonly memberships: PersistentMap<readonly string[]>;
  readonly personOf: (extension: string) => Presence & { readonly name: string; readonly idleSince: Instant };
  readonly at: Instant;
};

/** Whether somebody in the line can be given to a person now: nobody is being rung for them, and a callback is due. */
export function isDue({ ringing, callback }: Waiting, at: Instant): boolean {
  return ringing.length === 0 && (callback === null || callback.notBefore <= at);
}

export type Turn = { readonly queue: string; readonly plan: QueuePlan; readonly waiting: Waiting };

/**
 * Whose turn it is with a person who is free: of all their queues the heaviest one's first caller whom they can serve; of
 * queues that weigh the same the higher priority, then whoever has waited longer.
 */
export function callerFor(floor: Floor, extension: string): Turn | null {
  let best: Turn | null = null;
  for (const key of getFrom(floor.memberships, extension) ?? []) {
    const turn = callerIn(floor, key, extension);
    if (turn !== null && (best === null || goesBefore(turn, best))) best = turn;
  }
  return best;
}

function callerIn({ plans, queues, at }: Floor, key: string, extension: string): Turn | null {
  const plan = lookUp(plans, key);
  const queue = getFrom(queues, key);
  if (plan === undefined || queue === undefined || getFrom(queue.free, extension) === undefined) return null;
  const skills = memberPlan(plan, getFrom(queue.members, extension))?.skills ?? {};
  for (const waiting of inOrder(queue.line)) {
    if (isDue(waiting, at) && lackOf(skills, needsAfter(waiting.needs, at - waiting.joinedAt)) === null) {
      return { queue: key, plan, waiting };
    }
  }
  return null;
}

function goesBefore(one: Turn, other: Turn): boolean {
  if (one.plan.weight !== other.plan.weight) return one.plan.weight > other.plan.weight;
  if (one.waiting.priority !== other.waiting.priority) return one.waiting.priority > other.waiting.priority;
  if (one.waiting.joinedAt !== other.waiting.joinedAt) return one.waiting.joinedAt < other.waiting.joinedAt;
  return one.queue < other.queue;
}

/** Whom somebody in the line is given to; nobody when there is none. */
export function choiceFor(floor: Floor, key: string, plan: QueuePlan, queue: QueueState, waiting: Waiting): Choice {
  const { at } = floor;
  return choose(
    plan.strategy,
    candidatesOf(floor, plan, queue),
    { needs: needsAfter(waiting.needs, at - waiting.joinedAt), declinedBy: waiting.declinedBy },
    { queue: key, at, memory: queue.memory, wanted: [...new Set(waiting.needs.map(({ skill }) => skill))] },
  );
}

function candidatesOf({ personOf }: Floor, plan: QueuePlan, queue: QueueState): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const [extension] of entriesOf(queue.free)) {
    const membership = getFrom(queue.members, extension);
    const member = memberPlan(plan, membership);
    if (membership === undefined || member === undefined) continue;
    const { name, idleSince } = personOf(extension);
    const { place, declinedAt, answeredToday } = membership;
    candidates.push({ ...member, name, place, callsToday: answeredToday, idleSince: Math.max(idleSince, declinedAt) });
  }
  return candidates;
}

/** How the plan has a member; undefined for somebody whom it does not name. */
export function memberPlan(
  plan: QueuePlan,
  membership: Membership | undefined,
): QueuePlan['members'][number] | undefined {
  return membership === undefined ? undefined : plan.members[membership.place];
}
