import type { QueueStay } from '../board/queue-day.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import type { Cause, Instant } from '../board/vocabulary.ts';

/** A day of some queues, as it is lived once more: plain data, so that it can be sent to another thread. */
export type ReplayDay = {
  readonly timeZone: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly queues: Readonly<Record<string, QueuePlan>>;
  /** How long a queue's greeting is heard before anybody is rung; where it is not said, there is none. */
  readonly greetingMs: Readonly<Record<string, number>>;
  readonly callers: readonly ReplayCaller[];
  readonly people: readonly ReplayPerson[];
};

/** Somebody who comes to a queue, with what they did on the day that is replayed. */
export type ReplayCaller = {
  /** Of the call; its name decides what chance would. */
  readonly id: string;
  readonly queue: string;
  readonly at: Instant;
  /** What rules for callers look at, canonical; '' where it is withheld. */
  readonly number: string;
  readonly serviceNumber: string;
  readonly outcome: QueueStay['outcome'];
  readonly waitedMs: number;
  /** The phones that rang for them, in order. */
  readonly rang: readonly RangPhone[];
  /** How long whoever took the call talked, and wrote it up; null where nobody took it. */
  readonly talkMs: number | null;
  readonly wrapUpMs: number;
  /** The queue that they came to next, unless they are answered here. */
  readonly then: { readonly afterMs: number; readonly caller: ReplayCaller } | null;
};

/** What became of a phone that rang. */
export type RangPhone = {
  readonly extension: string;
  readonly rangMs: number;
  /** Null where it was answered. */
  readonly cause: Cause | null;
};

/** Somebody of ours on that day: who is nowhere said to be away has been there all of it. */
export type ReplayPerson = {
  readonly extension: string;
  readonly away: readonly Away[];
};

/** A stretch in which somebody takes no call of a queue: their phone is off, they pause, or they have something else to do. */
export type Away = { readonly from: Instant; readonly to: Instant; readonly why: 'off' | 'break' | 'other-work' };

/** What became of somebody who came to a queue, when the day was lived again. */
export type ReplayedStay = {
  readonly id: string;
  readonly queue: string;
  readonly at: Instant;
  readonly outcome: QueueStay['outcome'];
  readonly waitedMs: number;
};
