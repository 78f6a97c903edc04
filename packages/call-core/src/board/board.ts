import { deleteFrom, emptyMap, getFrom, type PersistentMap } from '../lib/persistent-map.ts';
import type { Call } from './call.ts';
import { type ExpiryLine, emptyExpiryLine } from './expiry-line.ts';
import { type Person, stranger } from './person.ts';
import { emptyPlan } from './plan.ts';
import type { VersionInUse } from './plan-version.ts';
import type { Queue, UnderWay } from './queue.ts';
import type { Reply } from './request.ts';
import type { CurrentStatus } from './status-span.ts';
import type { Alarm, Usage } from './usage.ts';
import type { CallId, Here, Instant, TrunkEvent } from './vocabulary.ts';

/** The person who spoke with a customer last. */
export type LastTalk = { readonly extension: string; readonly at: Instant };

/** How a carrier stands, and since when. */
export type TrunkStanding = Pick<TrunkEvent, 'state' | 'why' | 'sipCode'> & { readonly since: Instant };

/** A part of the board in which things stand by their keys, with nothing in it yet. */
const mapOf = <V>(): PersistentMap<V> => emptyMap;

/**
 * The parts of the board that events change. A new one is a line here and nowhere else: the draft that a turn changes, the
 * board that follows, and whether anything changed are all taken from this table (`board-draft.ts`).
 */
export const boardParts = {
  /** Plan versions that calls under way began with, that of now too, by number. */
  versions: mapOf<VersionInUse>(),
  /** Open calls, and ended ones until they are kept elsewhere (`withoutCall`): a late or repeated event finds its call closed. */
  calls: mapOf<Call>(),
  /** By extension. */
  people: mapOf<Person>(),
  /** By extension: what a person's time goes to, and since when. */
  spans: mapOf<CurrentStatus>(),
  queues: mapOf<Queue>(),
  /** By extension: the queues that a person is a member of. */
  memberships: mapOf<readonly string[]>(),
  /** Calls under way to customers whom a queue calls back. */
  callbacks: mapOf<UnderWay>(),
  /** By group: the extension that was rung first last time. */
  rotation: mapOf<string>(),
  /** By slot: the leg that waits there. */
  parked: mapOf<Here>(),
  /** By leg: the call that a leg is part of, where the engine knows it by another one. */
  adopted: mapOf<CallId>(),
  /** By canonical number: the talk that a customer had last. */
  lastTalks: mapOf<LastTalk>(),
  /** By trunk: how a carrier stands. A trunk that nothing was heard of is not in it. */
  trunks: mapOf<TrunkStanding>(),
  /** What was used of a limit, by what is counted (`limits/usage-count.ts`). */
  usage: mapOf<Usage>(),
  /** Alarms for the people who run the company, by kind and by what they are about. */
  alarms: mapOf<Alarm>(),
} as const;

/** The parts that the board has one of. */
export const boardValues = {
  plan: emptyPlan,
  /** Counts what calls are led by: one more with each plan that leads them another way. */
  version: 0,
  /** How many timers have been named. */
  timers: 0,
};

export type BoardParts = typeof boardParts;
export type BoardValues = Readonly<typeof boardValues>;

/** A tenant's calls, people, queues and plan as one value. */
export type Board = BoardParts &
  BoardValues & {
    /** Answers to requests, by the request's id, for a request that comes twice. */
    readonly replies: PersistentMap<Reply>;
    /** Entries that will be forgotten: last talks, replies. */
    readonly fading: { readonly lastTalks: ExpiryLine; readonly replies: ExpiryLine };
  };

/** The board of a new company: no people, no calls, and a plan that leads nowhere. */
export const emptyBoard: Board = {
  ...boardParts,
  ...boardValues,
  replies: emptyMap,
  fading: { lastTalks: emptyExpiryLine, replies: emptyExpiryLine },
};

/** The person at an extension, whether or not anything was ever heard of them. */
export function personOf(board: Board, extension: string): Person {
  return getFrom(board.people, extension) ?? stranger(extension);
}

/** Takes a call out that is over and kept elsewhere. Until then a late or repeated event finds its call closed. */
export function withoutCall(board: Board, id: CallId): Board {
  return { ...board, calls: deleteFrom(board.calls, id) };
}
