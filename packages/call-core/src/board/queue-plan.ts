import type { Destination } from './destination.ts';
import type { QueueRoster } from './queue-roster.ts';
import type { AudioSource, Digit } from './vocabulary.ts';
import type { WrapUpRule } from './wrap-up.ts';

/** By skill, 0 to 100: what a person can, or what a caller needs. */
export type Skills = Readonly<Record<string, number>>;

/** Somebody who takes calls of a queue. */
export type QueueMember = {
  readonly extension: string;
  /** Bậc: people of a higher one are asked when nobody of a lower one is free. */
  readonly penalty: number;
  /** How many calls compared with others, where the strategy is `weighted`. */
  readonly weight: number;
  readonly skills: Skills;
};

/** The choice among members who are free and of the lowest penalty. */
export type StrategyKind =
  | 'ring-all'
  | 'longest-idle'
  | 'fewest-calls'
  | 'round-robin'
  | 'random'
  | 'weighted'
  | 'linear'
  | 'skills';

/** The skills that a caller needs of an agent while they have waited less than `untilSeconds`; null is for ever. */
export type SkillNeed = { readonly skill: string; readonly level: number; readonly untilSeconds: number | null };

/** Some callers go before others, or need more. The first rule that matches counts. */
export type CallerRule = {
  readonly name: string;
  /** Pattern on the caller's national form (`090*`); null is any. */
  readonly callerPattern: string | null;
  /** The service number that was called, canonical; null is any. */
  readonly number: string | null;
  readonly priority: number;
  readonly needs: readonly SkillNeed[];
};

/** When a caller may not come in, or must not stay: whom the queue must have. */
export type Staffing =
  /** Nobody has to be there. */
  | 'anything'
  /** A member has joined and did not sign off, busy or not. */
  | 'somebody-joined'
  /** Somebody takes calls now or will when they have finished: neither paused, nor on a break, nor without a phone. */
  | 'somebody-ready'
  /** Somebody could be rung this moment. */
  | 'somebody-free';

/** The announcements to callers who wait. */
export type QueueAnnouncements = {
  readonly firstAfterSeconds: number;
  readonly everySeconds: number;
  /** Says the place in the line, up to this one; 0 never. */
  readonly positionUpTo: number;
  /** Says how long it is expected to take, rounded up to minutes. */
  readonly expectedWait: boolean;
  /** Keys in the prompt store, one after the other at each turn: thanks, advertising, which key does what. */
  readonly files: readonly string[];
};

/** A caller who waits may press a key and hang up: they keep their place, and are called. */
export type QueueCallback = {
  readonly key: Digit;
  /** How often the customer is called before we give up. */
  readonly attempts: number;
  readonly retrySeconds: number;
  /** A place that was never reached is given up. */
  readonly expireSeconds: number;
};

/** A queue as it was set up. Times in seconds. */
export type QueuePlan = {
  readonly name: string;
  readonly strategy: StrategyKind;
  readonly members: readonly QueueMember[];
  /** `at-once`: members take calls from the start; `by-request`: once they have joined. */
  readonly joining: 'at-once' | 'by-request';
  /** Of several queues with callers for the same person the heavier comes first. */
  readonly weight: number;
  /** What one level of priority is worth in seconds of waiting; null: a higher level always goes first. */
  readonly priorityIsWorthSeconds: number | null;
  readonly callers: readonly CallerRule[];
  /** The skills that every caller needs; a rule adds to them. */
  readonly needs: readonly SkillNeed[];
  readonly ringSeconds: number;
  /** For so long nobody is asked again who has just not taken a call; at least one second. */
  readonly restSeconds: number;
  readonly wrapUpSeconds: number;
  /** After so many calls in a row that were not answered the person is paused in this queue; null never. */
  readonly pauseAfterMissed: number | null;
  readonly maxWaiting: number | null;
  readonly maxWaitSeconds: number | null;
  readonly toEnter: Staffing;
  readonly toStay: Staffing;
  readonly greeting: readonly AudioSource[];
  readonly music: string;
  readonly announcements: QueueAnnouncements | null;
  readonly exits: Readonly<Partial<Record<Digit, Destination>>>;
  readonly callback: QueueCallback | null;
  /** Where callers go whom nobody answers; null ends the call. */
  readonly otherwise: {
    readonly timeout: Destination | null;
    readonly full: Destination | null;
    readonly empty: Destination | null;
  };
  /** Answered within this time counts as in time. */
  readonly serviceLevelSeconds: number;
  // Plans that were written before these were there lack them.
  /** Whether conversations of its callers are recorded; as their rule or the company has it where it is absent. */
  readonly records?: boolean;
  /** How its calls are written up; absent: for `wrapUpSeconds`, or as the company has it where these are none. */
  readonly wrapUp?: WrapUpRule;
  /** Where its callers go when the person who talked with them has hung up, before what their rule says. */
  readonly afterTalk?: Destination;
  /** The owner of a customer is rung for them first, if they are a member who is free. */
  readonly prefersOwner?: true;
  /** Only who is on shift is asked; everybody where it is absent. */
  readonly roster?: QueueRoster;
};

/** A queue with the settings that most use; name, strategy and members are what one has to think about. */
export function queuePlan(chosen: Pick<QueuePlan, 'name' | 'strategy' | 'members'> & Partial<QueuePlan>): QueuePlan {
  return {
    joining: 'at-once',
    weight: 0,
    priorityIsWorthSeconds: null,
    callers: [],
    needs: [],
    ringSeconds: 20,
    restSeconds: 5,
    wrapUpSeconds: 0,
    pauseAfterMissed: null,
    maxWaiting: null,
    maxWaitSeconds: null,
    toEnter: 'anything',
    toStay: 'anything',
    greeting: [],
    music: 'default',
    announcements: null,
    exits: {},
    callback: null,
    otherwise: { timeout: null, full: null, empty: null },
    serviceLevelSeconds: 20,
    ...chosen,
  };
}

/** A member with the usual penalty and weight. */
export function queueMember(extension: string, chosen: Partial<QueueMember> = {}): QueueMember {
  return { extension, penalty: 0, weight: 1, skills: {}, ...chosen };
}
