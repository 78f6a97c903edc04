import type { Queue, Waiting } from '../board/queue.ts';
import { inOrder } from '../board/queue-line.ts';
import type { Membership } from '../board/queue-membership.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import { lackOf, needsAfter } from '../board/skill-needs.ts';
import { lookUp } from '../lib/look-up.ts';
import { entriesOf, getFrom } from '../lib/persistent-map.ts';
import { type Choice, choose } from './choice.ts';
import type { Floor } from './staff.ts';
import type { Candidate } from './strategy/strategy.ts';

/** Whether somebody in the line can be given to a person now. */
export function isDue({ due, ringing }: Waiting): boolean {
  return due && ringing.length === 0;
}

/** The caller whose turn it is, with their queue. */
export type NextCaller = { readonly queue: string; readonly plan: QueuePlan; readonly waiting: Waiting };

/**
 * Whose turn it is with a person who is free: of all their queues the heaviest one's first caller whom they can serve; of
 * queues that weigh the same the higher priority, then whoever has waited longer.
 */
export function callerFor(floor: Floor, extension: string): NextCaller | null {
  let best: NextCaller | null = null;
  for (const key of floor.queuesOf(extension)) {
    const served = callerIn(floor, key, extension);
    if (served !== null && (best === null || goesBefore(served, best))) best = served;
  }
  return best;
}

function callerIn({ plans, queueOf, at }: Floor, key: string, extension: string): NextCaller | null {
  const plan = lookUp(plans, key);
  const queue = queueOf(key);
  if (plan === undefined || queue === undefined || getFrom(queue.free, extension) === undefined) return null;
  const skills = memberPlan(plan, getFrom(queue.members, extension))?.skills ?? {};
  for (const waiting of inOrder(queue.line)) {
    if (isDue(waiting) && lackOf(skills, needsAfter(waiting.needs, at - waiting.joinedAt)) === null) {
      return { queue: key, plan, waiting };
    }
  }
  return null;
}

/** Of two callers of any queues, whether one comes first. */
export function goesBefore(one: NextCaller, other: NextCaller): boolean {
  if (one.plan.weight !== other.plan.weight) return one.plan.weight > other.plan.weight;
  if (one.waiting.priority !== other.waiting.priority) return one.waiting.priority > other.waiting.priority;
  if (one.waiting.joinedAt !== other.waiting.joinedAt) return one.waiting.joinedAt < other.waiting.joinedAt;
  return one.queue < other.queue;
}

/** Whom somebody in the line is given to; nobody when there is none. */
export function choiceFor(
  floor: Floor,
  key: string,
  plan: QueuePlan,
  queue: Queue,
  waiting: Pick<Waiting, 'needs' | 'joinedAt' | 'declinedBy' | 'owner'>,
): Choice {
  const { at } = floor;
  return choose(
    plan.strategy,
    candidatesOf(floor, plan, queue),
    { needs: needsAfter(waiting.needs, at - waiting.joinedAt), declinedBy: waiting.declinedBy, owner: waiting.owner },
    { queue: key, at, memory: queue.memory, wanted: [...new Set(waiting.needs.map(({ skill }) => skill))] },
  );
}

function candidatesOf({ personOf }: Floor, plan: QueuePlan, queue: Queue): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const [extension] of entriesOf(queue.free)) {
    const membership = getFrom(queue.members, extension);
    const member = memberPlan(plan, membership);
    if (membership === undefined || member === undefined) continue;
    const { place, backSince, answeredToday: callsToday } = membership;
    const { penalty, weight, skills } = member;
    const idleSince = Math.max(personOf(extension).idleSince, backSince);
    // Written out, because a spread of a thousand objects takes longer than the whole choice.
    candidates.push({ extension, penalty, weight, skills, place, idleSince, callsToday });
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
