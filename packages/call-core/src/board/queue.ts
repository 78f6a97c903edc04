import { deleteFrom, emptyMap, entriesOf, getFrom, type PersistentMap, setIn } from '../lib/persistent-map.ts';
import type { Party } from './call.ts';
import type { Person } from './person.ts';
import type { ExtensionPlan } from './plan.ts';
import { noDay, type QueueDay } from './queue-day.ts';
import { emptyLine, type Line, type Rank } from './queue-line.ts';
import { emptyTally, type Membership, recount, standingOf, type Tally } from './queue-membership.ts';
import { type QueuePace, unknownPace } from './queue-pace.ts';
import type { QueuePlan, SkillNeed } from './queue-plan.ts';
import type { CallId, Here, Instant, LegId, TimerId } from './vocabulary.ts';

/** Somebody in the line: a caller who hears music, or the place of one who asked to be called back. */
export type Waiting = {
  /** The caller's leg, or a callback's name. */
  readonly id: string;
  readonly rank: Rank;
  readonly priority: number;
  readonly joinedAt: Instant;
  readonly needs: readonly SkillNeed[];
  /** Members who did not take this call since all were last asked. */
  readonly declinedBy: readonly string[];
  /** Phones that ring for it; none while it waits its turn. */
  readonly ringing: readonly Here[];
  /** Not while the greeting plays, or between two tries to reach somebody who is to be called back. */
  readonly due: boolean;
  /** Of the queue. */
  readonly timers: readonly TimerId[];
  /** The member who looks after this customer. */
  readonly owner?: string;
  readonly who: { readonly kind: 'caller'; readonly here: Here } | ({ readonly kind: 'callback' } & Callback);
};

/** A place kept for somebody who hung up. */
export type Callback = {
  readonly party: Party;
  /** The call in which it was asked for. */
  readonly asked: CallId;
  /** How often the customer was called. */
  readonly attempts: number;
  /** How many calls were begun for it; a colleague who does not take one is no attempt. */
  readonly calls: number;
  /** The time for which the place is kept is over; who is being called is called to the end. */
  readonly expired: boolean;
  /** The call that is under way to reach them. */
  readonly call: CallId | null;
};

/** A call to somebody whom a queue calls back: for whom, and which colleague was rung first. */
export type UnderWay = {
  readonly queue: string;
  readonly waiting: string;
  readonly extension: string;
  readonly phone: LegId;
};

/** The memory of a queue from one choice to the next. */
export type QueueMemory = {
  /** Place of the member who was asked last; -1 before the first. */
  readonly lastPlace: number;
  /** How many choices were made: what chance is drawn from, so that the same events give the same choices. */
  readonly turn: number;
};

/** The state of a queue between events. */
export type Queue = {
  readonly line: Line<Waiting>;
  readonly members: PersistentMap<Membership>;
  /** The members who are free, so that nobody has to be looked for among a thousand who are not. */
  readonly free: PersistentMap<true>;
  readonly tally: Tally;
  readonly memory: QueueMemory;
  /** In a snapshot of 1.0 it has sums of that day beside; nobody reads them. */
  readonly today: QueueDay;
  readonly pace: QueuePace;
  // Snapshots from before it was there lack it.
  /** Runs out when a shift begins or ends. */
  readonly rosterTimer?: TimerId | null;
};

export const newQueue: Queue = {
  line: emptyLine,
  members: emptyMap,
  free: emptyMap,
  tally: emptyTally,
  memory: { lastPlace: -1, turn: 0 },
  today: noDay,
  pace: unknownPace,
};

/** A member nothing has happened to yet. */
function newMember(plan: QueuePlan): Omit<Membership, 'standing'> {
  return {
    place: 0,
    joined: plan.joining === 'at-once',
    pause: null,
    missed: 0,
    answeredToday: 0,
    backSince: 0,
    restTimer: null,
    servingSince: null,
  };
}

/** Writes what is known of a member now; tally and free people follow from it. */
export function updateMember(
  queue: Queue,
  plan: QueuePlan,
  person: Person,
  own: Pick<ExtensionPlan, 'doNotDisturb'>,
  change: Partial<Omit<Membership, 'standing'>> = {},
): Queue {
  const { extension } = person;
  const before = getFrom(queue.members, extension);
  const facts = { ...(before ?? newMember(plan)), ...change };
  const standing = standingOf(person, facts, own);
  if (before !== undefined && before.standing === standing && Object.keys(change).length === 0) return queue;
  return {
    ...queue,
    members: setIn(queue.members, extension, { ...facts, standing }),
    free: standing === 'free' ? setIn(queue.free, extension, true) : deleteFrom(queue.free, extension),
    tally: recount(queue.tally, before?.standing ?? null, standing),
  };
}

/** Forgets members whom the plan does not name any more. */
export function keepMembers(queue: Queue, extensions: ReadonlySet<string>): Queue {
  let kept = queue;
  for (const [extension, { standing }] of entriesOf(queue.members)) {
    if (extensions.has(extension)) continue;
    kept = {
      ...kept,
      members: deleteFrom(kept.members, extension),
      free: deleteFrom(kept.free, extension),
      tally: recount(kept.tally, standing, null),
    };
  }
  return kept;
}
