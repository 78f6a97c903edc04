import type { Destination } from './destination.ts';
import type { CallId, CallPurpose, Instant, LegId } from './vocabulary.ts';

/**
 * What people and other parts of the product ask of call control. A request is an event like any other; what came of it is a
 * reply. The same id twice is one request: the second time only its reply is given again.
 */
export type RequestedEvent = {
  readonly type: 'requested';
  readonly id: string;
  /** The extension of the person who asks; null for the product itself (a campaign, an OTP). */
  readonly by: string | null;
  readonly what: RequestedAction;
  readonly at: Instant;
};

/**
 * An action that a person or the product asks call control for, on a screen or by phone. A call that it begins `toBots` reaches a bot
 * wherever it goes outside.
 */
export type RequestedAction =
  /** Rings the person's own phone, then what was dialled: click-to-call, a callback, voice mode 3. */
  | {
      readonly kind: 'call';
      readonly call: CallId;
      readonly extension: string;
      readonly dialled: string;
      /** A number outside where the person is (their mobile), instead of the phones that are registered for them. */
      readonly phone?: string;
      readonly purpose?: CallPurpose;
      /** Which of the tenant's numbers the dialled party is shown. */
      readonly showing?: string;
      readonly toBots?: true;
    }
  /** Calls a number by the outbound rules and leads the party who answers to a destination: OTP, survey, campaign. */
  | {
      readonly kind: 'reach';
      readonly call: CallId;
      readonly number: string;
      /** Which of the tenant's numbers is shown; null leaves it to the outbound rule. */
      readonly showing: string | null;
      readonly then: Destination;
      readonly purpose?: CallPurpose;
      readonly toBots?: true;
    }
  | { readonly kind: 'hang-up'; readonly call: CallId; readonly leg: LegId | null }
  /** Sends everybody else in the conversation on to `to` and leaves (blind transfer). */
  | { readonly kind: 'transfer'; readonly call: CallId; readonly to: string; readonly word?: string }
  /** Talks to `to` while the others hear music; `swap`, `complete`, `merge` or `back` follow. */
  | { readonly kind: 'consult'; readonly call: CallId; readonly to: string }
  | { readonly kind: 'swap' | 'complete' | 'merge' | 'back'; readonly call: CallId }
  /** Adds somebody to the conversation once they answer. */
  | { readonly kind: 'invite'; readonly call: CallId; readonly to: string }
  | { readonly kind: 'remove'; readonly call: CallId; readonly leg: LegId }
  /** Has the customer answer a survey by keys, and leaves. */
  | { readonly kind: 'survey'; readonly call: CallId; readonly survey: string }
  | { readonly kind: 'hold'; readonly call: CallId; readonly on: boolean }
  /** The others hear music in a numbered place until somebody fetches them. */
  | { readonly kind: 'park'; readonly call: CallId }
  | { readonly kind: 'unpark'; readonly slot: string }
  /** Takes a call that rings at somebody else's phone; null: whichever of the person's pick-up group has rung longest. */
  | { readonly kind: 'pick-up'; readonly call: CallId | null }
  | {
      readonly kind: 'supervise';
      readonly call: CallId;
      /** `take-over` removes the agent; `hang-up` ends it for everybody; `leave` ends the supervision. */
      readonly mode: 'listen' | 'whisper' | 'barge' | 'take-over' | 'hang-up' | 'leave';
      /** The side that is whispered to. */
      readonly agent: string;
    }
  /** Leads on whoever talks with `agent`, or with null whoever waits in a line or a parking place: what supervisors ask. */
  | {
      readonly kind: 'move';
      readonly call: CallId;
      readonly agent: string | null;
      readonly to: { readonly number: string } | { readonly queue: string };
    }
  | { readonly kind: 'pause-recording'; readonly call: CallId; readonly on: boolean }
  | { readonly kind: 'keys'; readonly call: CallId; readonly digits: string }
  /** Joins, leaves or pauses in a queue; null is every queue of the person. */
  | { readonly kind: 'queue-join' | 'queue-leave'; readonly extension: string; readonly queue: string | null }
  | {
      readonly kind: 'queue-pause';
      readonly extension: string;
      readonly queue: string | null;
      readonly on: boolean;
      readonly reason: string | null;
    }
  /** Ends the wrap-up early, where nothing is owed, and pauses that nobody chose. */
  | { readonly kind: 'ready'; readonly extension: string }
  /** More time to write up. */
  | { readonly kind: 'wrap-up-longer'; readonly extension: string; readonly seconds: number }
  /** What came of a conversation is kept: the product says so. */
  | { readonly kind: 'written-up'; readonly extension: string; readonly call: CallId };

/** Why a request was refused, for programs; `words` are for people, in Vietnamese. */
export type RefusalCode =
  | 'no-call'
  | 'not-yours'
  | 'not-now'
  | 'no-such-number'
  | 'no-such-person'
  | 'not-reachable'
  | 'busy'
  | 'full'
  | 'forbidden';

/** The reply to a request; `words` are for the person who asked. */
export type Reply =
  | { readonly id: string; readonly ok: true; readonly call: CallId | null; readonly slot?: string }
  | { readonly id: string; readonly ok: false; readonly refused: RefusalCode; readonly words: string };
