import type { Steady } from '@alo/voice-quality';

import type { Activity } from './activity.ts';
import type { Destination } from './destination.ts';
import type { InboundRule } from './plan.ts';
import type { QueueStay, QueueStep } from './queue-day.ts';
import type {
  BridgeId,
  CallId,
  CallPurpose,
  Cause,
  Digit,
  Instant,
  LegId,
  Member,
  PlayId,
  Quality,
  QualityOfAll,
  RecordingId,
  SegmentHow,
  Through,
  TimerId,
  TrunkId,
} from './vocabulary.ts';

/** Seen from the company: `internal` is between two of its people. */
export type Direction = 'inbound' | 'outbound' | 'internal';

/** A number outside, canonical, the trunk over which it was called, and the share of its carrier of which that takes a channel. */
export type Outside = { readonly number: string; readonly trunk: TrunkId; readonly share?: string };

/** The party at the far end of a leg. */
export type Party =
  | {
      readonly kind: 'extension';
      readonly extension: string;
      readonly name: string;
      /** Where they were reached outside, on their mobile: that costs as any call there does. */
      readonly outside?: Outside;
    }
  /** `number` is canonical where it could be read, as it came otherwise, '' when withheld. */
  | {
      readonly kind: 'outside';
      readonly number: string;
      readonly name: string;
      readonly trunk: TrunkId;
      /** As in `Outside`. */
      readonly share?: string;
      /** Of the inbound rule that led them in. */
      readonly namePrefix?: string;
    };

/** A colleague’s word of hand-over, '' where they said nothing. */
export type HandOver = {
  readonly by: string;
  readonly word: string;
  /** Since when they wait for whoever takes them; not there where they were put through at once, and on boards of before. */
  readonly at?: Instant;
};

/**
 * One party's connection, and the one thing that it is doing.
 *
 *     new ──► ringing ──► up ──► ending ──► ended
 *      └────────┴──────────┴───────┴─────────▲
 *
 * `ringing` is a dialled phone that alerts, or a caller who was told so. `ending` has been told to hang up. What a leg was
 * doing last stays known after its end.
 */
export type Leg = {
  readonly id: LegId;
  /** The call by which the engine knows the leg: another one after an attended transfer by a phone brought it here. */
  readonly home: CallId;
  readonly party: Party;
  readonly side: 'arrived' | 'dialled';
  readonly startedAt: Instant;
  readonly ringingAt: Instant | null;
  readonly answeredAt: Instant | null;
  /** The desk phone of ours at its far end; a browser, a carrier, or nothing yet where none is said. */
  readonly device?: string;
  /** As it was measured last; of all of it, once the leg has ended. */
  readonly quality: QualityOfAll | null;
  /** How it sounds for a while; good where nothing is said. */
  readonly sound?: Sound;
  readonly activity: Activity;
  /** The play to it that is not known to be over. */
  readonly playing: PlayId | null;
  /** Of its activity. */
  readonly timers: readonly TimerId[];
  /** It put the others on hold. */
  readonly holds: boolean;
  /** What its own phone last said of that, where a request or a second call has decided otherwise since. */
  readonly phoneHolds?: boolean;
  /** Nothing is heard from it. */
  readonly silent: boolean;
  /** While it is silent its engine asks its signalling, and ends it itself. */
  readonly isAsked?: boolean;
  /** A conversation that it left for a while, to consult somebody. */
  readonly elsewhere: BridgeId | null;
  /** Whom to ring when nobody takes the call that this party was sent on with. */
  readonly recall: string | null;
  /** Who of ours sent it on last, and what they said of it; not there where nobody has. */
  readonly handedOver?: HandOver;
  /** Who did so before, the first one first: the history has each of them, however soon the next one came. */
  readonly handedOverBefore?: readonly HandOver[];
  /** Where it goes when the others have left the conversation. */
  readonly afterTalk: Destination | null;
  /** So long after its answer the call ends, by the outbound rule that it was called by. */
  readonly mostMinutes?: number;
  /** What it hears or has heard of recording, where it came to that. */
  readonly notice?: HeardNotice;
} & LegState;

/** How a party hears that the conversation is recorded, and by which key it may refuse that from then on. */
export type HeardNotice = {
  /** Of what is said about it. */
  readonly play: PlayId;
  /** It was said to its end, or as far as they cared to listen. */
  readonly heard: boolean;
  readonly key: Digit | null;
};

/** A customer has refused to be recorded, in this conversation. */
export type RecordingRefusal = {
  readonly at: Instant;
  readonly key: Digit;
  /** What was recorded before is not kept. */
  readonly drops: boolean;
};

/** How a leg sounds for a while, and the last measurement that said so. */
export type Sound = { readonly steady: Steady; readonly as: Quality };

/** How far a leg has come; once it is `ending` nothing is asked of it any more. */
export type LegState =
  | { readonly state: 'new' | 'ringing' | 'up' }
  | { readonly state: 'ending'; readonly cause: Cause }
  | { readonly state: 'ended'; readonly cause: Cause; readonly sipCode: number | null; readonly endedAt: Instant };

/** People who hear each other. Who is in it follows from the activities of the legs; `asked` is what the engine was told last. */
export type Bridge = {
  readonly id: BridgeId;
  readonly kind: 'conversation' | 'consultation';
  readonly asked: readonly Member[];
};

/** One stay of one of our people with others: the base of every report about people. */
export type Segment = {
  readonly id: string;
  readonly extension: string;
  readonly leg: LegId;
  readonly bridge: BridgeId;
  readonly how: SegmentHow;
  readonly through: Through | null;
  readonly from: Instant;
  readonly to: Instant | null;
  /** Time in it without talk: the sum of `holds`, and in a call that an earlier version began of what it counted before. */
  readonly holdMs: number;
  readonly heldSince: Instant | null;
  // Segments of before these were there lack them.
  /** Why since `heldSince`. */
  readonly heldWhy?: HoldWhy;
  /** The periods that are over, one after the other. */
  readonly holds?: readonly Hold[];
};

/** Why somebody talks with nobody: they put the others on hold, ask a colleague meanwhile, or were put on hold themselves. */
export type HoldWhy = 'hold' | 'consultation' | 'held';

/** A period without talk in a stay. */
export type Hold = { readonly from: Instant; readonly to: Instant; readonly why: HoldWhy };

/**
 * The one status of a finished conversation.
 * - `answered`: two people talked · `voicemail`: a message was left · `blocked`: a block list refused it
 * - `abandoned`: the customer gave up before anybody answered · `missed`: inbound, and the route ended without an answer
 * - `cancelled`: one of us called and gave up before anybody answered
 * - `callback`: the customer waited in a queue and chose to be called back instead · `stopped_ivr`: inbound,
 *   and it ended in or after a menu or announcement, without anybody being looked for
 * - `busy`, `no_answer`: what the party who was called did · `failed`: could not be put through
 */
export type CallStatus =
  | 'answered'
  | 'missed'
  | 'abandoned'
  | 'cancelled'
  | 'busy'
  | 'no_answer'
  | 'failed'
  | 'blocked'
  | 'voicemail'
  | 'callback'
  | 'stopped_ivr';

/** The side that did something; `extension` tells which of our people. */
export type Doer = { readonly by: 'customer' | 'agent' | 'system'; readonly extension: string | null };

/** How a call came out, set once, as it closes. */
export type Outcome = {
  readonly status: CallStatus;
  readonly cause: Cause;
  readonly endedBy: Doer;
  readonly at: Instant;
};

/** Of a conversation, or a message in a voicemail box. */
export type Recording = {
  readonly id: RecordingId;
  /** `proof`: of who may agree or refuse by a key, until they have. */
  readonly kind: 'conversation' | 'message' | 'proof';
  readonly box: string | null;
  readonly startedAt: Instant;
} & (
  | { readonly state: 'running'; readonly bridge: BridgeId | null; readonly paused: boolean }
  | { readonly state: 'stopping' }
  | {
      readonly state: 'stored';
      readonly durationMs: number;
      readonly bytes: number;
      readonly kept: 'whole' | 'incomplete' | 'no-space';
    }
);

/** One step of a decision, in words for the people who run the tenant. Customers' numbers stand in `detail` only, never in `text`. */
export type TraceEntry = {
  readonly at: Instant;
  readonly kind:
    | 'arrived'
    | 'block-list'
    | 'number'
    | 'rule'
    | 'limit'
    | 'time'
    | 'destination'
    /** Something in the configuration does not work, and the call came to it. */
    | 'broken'
    | 'phone'
    | 'talk'
    | 'end';
  readonly text: string;
  readonly detail: Readonly<Record<string, string>>;
};

/** The kind of time that the call counts at the moment, and since when. */
export type CallClock = { readonly counts: 'nothing' | 'ringing' | 'talking' | 'held'; readonly since: Instant };

/** A conversation: one row in the history, with all that happens inside it. */
export type Call = {
  readonly id: CallId;
  readonly direction: Direction;
  /** Of the routing that it is led by: that it began with, or that of the last time that a person sent it on. */
  readonly version: number;
  readonly startedAt: Instant;
  /** As it came in. */
  readonly dialled: string;
  /** The tenant's own number that was called, or that the customer was shown; canonical. */
  readonly serviceNumber: string | null;
  /** The outside party's number as in `Party`; null for internal calls. */
  readonly outsideNumber: string | null;
  /** Said where it began, and never changed; one of people where nothing is said. */
  readonly purpose?: CallPurpose;
  /** Which of our numbers is shown outside, chosen where it began; the outbound rule's where nothing is said. */
  readonly showing?: string;
  /** Wherever it goes outside, a bot answers. */
  readonly toBots?: true;
  /** Who began it. */
  readonly caller: LegId;
  readonly legs: readonly Leg[];
  readonly bridges: readonly Bridge[];
  readonly segments: readonly Segment[];
  readonly recordings: readonly Recording[];
  readonly trace: readonly TraceEntry[];
  /** Of the call itself; the others are its legs'. */
  readonly timers: readonly TimerId[];
  /** How many legs, plays, bridges, recordings and segments this call has named so far. */
  readonly serial: number;
  /** Destinations visited since anybody did anything; a plan that leads in a circle ends there. */
  readonly hops: number;
  /** The settings of its rule for recordings and music, where it has some. */
  readonly rule?: Pick<InboundRule, 'records' | 'music'>;
  /** From then on nothing that is said in it is recorded. */
  readonly recordingRefused?: RecordingRefusal;
  /** The inbound rules that have led it, by the ids of their rows. */
  readonly ledBy?: readonly string[];
  /** When it came to queues and left them; boards of before do not say it. */
  readonly queueSteps?: readonly QueueStep[];
  /** The outcome in each queue that it has left, one after the other. */
  readonly queueStays?: readonly QueueStay[];
  /** In queues they stand ahead of others by so much, as the kind of customer that a condition took them for. */
  readonly ahead?: { readonly as: string; readonly priority: number };
  /** By what of the block list its caller was turned away: `number`, `anonymous`, or the pattern. */
  readonly blocked?: string;
  /** Whose extension it was led to last, whether or not their phone could be rung. */
  readonly sought?: string;
  /** The company's fallback has taken it once. */
  readonly fellBack?: true;
  /** Why nobody was reached so far. */
  readonly refusal: Cause | null;
  readonly offered: boolean;
  /** The first answer by a person: an extension, or the outside party of an outbound call (null). */
  readonly answer: { readonly at: Instant; readonly extension: string | null; readonly leg: LegId } | null;
  readonly clock: CallClock;
  readonly ringMs: number;
  readonly talkMs: number;
  readonly holdMs: number;
  /** `closing`: everybody was told to hang up and the outcome is settled. */
  readonly stage: 'open' | 'closing' | 'ended';
  readonly outcome: Outcome | null;
};

/** Nothing happens in it any more; only its recordings may still be reported. */
export function isOver({ stage }: Pick<Call, 'stage'>): boolean {
  return stage === 'ended';
}
