import { emptyMap, getFrom, type PersistentMap } from '../lib/persistent-map.ts';
import type { Call } from './call.ts';
import { type Fading, nothingFades } from './expiry-line.ts';
import { type Person, stranger } from './person.ts';
import { emptyPlan, type RoutingPlan } from './plan.ts';
import type { VersionInUse } from './plan-version.ts';
import type { Queue, UnderWay } from './queue.ts';
import type { Reply } from './request.ts';
import type { TimeNow } from './status-span.ts';
import type { Alarm, Usage } from './usage.ts';
import type { CallId, Here, Instant, TrunkEvent } from './vocabulary.ts';

/** Who spoke last with a customer. */
export type LastTalk = { readonly extension: string; readonly at: Instant };

/** How a carrier stands, and since when. */
export type TrunkStanding = Pick<TrunkEvent, 'state' | 'why' | 'sipCode'> & { readonly since: Instant };

/** A tenant's calls, people, queues and plan as one value. */
export type Board = {
  readonly plan: RoutingPlan;
  /** Counts what calls are led by: one more with each plan that leads them another way. */
  readonly version: number;
  /** Those that calls under way began with, that of now too, by number. */
  readonly versions: PersistentMap<VersionInUse>;
  /** Open calls, and ended ones until somebody says that they are kept elsewhere (`withoutCall`): a late or repeated event finds its call closed. */
  readonly calls: PersistentMap<Call>;
  /** By extension. */
  readonly people: PersistentMap<Person>;
  /** By extension: what somebody's time goes to, and since when. */
  readonly spans: PersistentMap<TimeNow>;
  readonly queues: PersistentMap<Queue>;
  /** By extension: the queues whose member somebody is. */
  readonly memberships: PersistentMap<readonly string[]>;
  /** Calls that are under way to customers whom a queue calls back. */
  readonly callbacks: PersistentMap<UnderWay>;
  /** By group: who was rung first last time. */
  readonly rotation: PersistentMap<string>;
  /** By slot: who waits there. */
  readonly parked: PersistentMap<Here>;
  /** Legs that are part of another call than the one by which the engine knows them, by leg. */
  readonly adopted: PersistentMap<CallId>;
  /** By canonical number. */
  readonly lastTalks: PersistentMap<LastTalk>;
  /** How carriers stand, by trunk; of one that nobody asked nothing is known. */
  readonly trunks: PersistentMap<TrunkStanding>;
  /** What was used of what may be used, by what is counted (`limits/counting.ts`). */
  readonly usage: PersistentMap<Usage>;
  /** What whoever runs the company is told, by kind and of whom. */
  readonly alarms: PersistentMap<Alarm>;
  /** Answers to requests, by their id, for those that are asked twice. */
  readonly replies: PersistentMap<Reply>;
  /** How many timers have been named. */
  readonly timers: number;
  /** What will be forgotten: last talks, replies. */
  readonly fading: { readonly lastTalks: Fading; readonly replies: Fading };
};

/** What a company begins with: nobody, nothing, and a plan that leads nowhere. */
export const emptyBoard: Board = {
  plan: emptyPlan,
  version: 0,
  versions: emptyMap,
  calls: emptyMap,
  people: emptyMap,
  queues: emptyMap,
  rotation: emptyMap,
  parked: emptyMap,
  adopted: emptyMap,
  memberships: emptyMap,
  callbacks: emptyMap,
  lastTalks: emptyMap,
  replies: emptyMap,
  timers: 0,
  trunks: emptyMap,
  usage: emptyMap,
  alarms: emptyMap,
  spans: emptyMap,
  fading: { lastTalks: nothingFades, replies: nothingFades },
};

/** The person at an extension, whether or not anything was ever heard of them. */
export function personOf(board: Board, extension: string): Person {
  return getFrom(board.people, extension) ?? stranger(extension);
}
