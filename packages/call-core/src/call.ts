import type { Destination } from './plan.ts';
import type {
  CallerId,
  CallId,
  Cause,
  Instant,
  LegId,
  PlayId,
  RecordingId,
  Target,
  TimerId,
  TrunkId,
} from './vocabulary.ts';

export type Direction = 'inbound' | 'outbound' | 'internal';

/** Who is at the far end of a leg. */
export type Party =
  | { readonly kind: 'extension'; readonly extension: string; readonly name: string }
  /** `number` is canonical where it could be read, as it came otherwise, '' when withheld. */
  | { readonly kind: 'outside'; readonly number: string; readonly name: string; readonly trunk: TrunkId };

/**
 * One party's connection.
 *
 *     new ──► ringing ──► up ──► ending ──► ended
 *      └────────┴──────────┴───────┴─────────▲
 *
 * `ringing` is a dialled phone that alerts, or a caller who was told so. `ending` has been told to hang up.
 */
export type Leg = {
  readonly id: LegId;
  readonly party: Party;
  readonly side: 'arrived' | 'dialled';
  readonly startedAt: Instant;
  readonly ringingAt: Instant | null;
  readonly answeredAt: Instant | null;
  readonly quality: { readonly lossPercent: number; readonly jitterMs: number; readonly roundTripMs: number } | null;
} & LegState;

export type LegState =
  | { readonly state: 'new' | 'ringing' | 'up' }
  | { readonly state: 'ending'; readonly cause: Cause }
  | { readonly state: 'ended'; readonly cause: Cause; readonly sipCode: number | null; readonly endedAt: Instant };

/** One attempt at somebody. */
export type Attempt = { readonly to: Target; readonly callerId: CallerId };

/**
 * What goes on in a conversation. `enterPhase` is the only function that changes it, and stops the timers of the phase left.
 *
 *     routing ──► offering ──────────► talking ─────┐
 *        ▲   │       │  ▲                │ transfer  │
 *        │   │       │  └────────────────┘           ▼
 *        │   ├──► announcing ──► routing          closing ──► ended
 *        │   └──► prompting ──► taking-message ──────▲
 *        └────── nobody answers: "otherwise"         │
 *                                (from any state, when the caller leaves)
 */
export type Phase =
  | { readonly state: 'routing' }
  /** Phones ring for the waiting party; `waves` are tried after these. */
  | {
      readonly state: 'offering';
      readonly since: Instant;
      readonly ringing: readonly LegId[];
      readonly waves: readonly (readonly Attempt[])[];
      readonly ringMs: number;
      readonly otherwise: Destination | null;
      /** Agents who are on a break are passed over, too. */
      readonly readyOnly: boolean;
      /** The waiting party hears that it rings. */
      readonly alerted: boolean;
    }
  | { readonly state: 'announcing'; readonly announcement: string; readonly play: PlayId; readonly then: Destination }
  | { readonly state: 'prompting'; readonly box: string; readonly play: PlayId; readonly prompt: 'greeting' | 'beep' }
  | { readonly state: 'taking-message'; readonly box: string; readonly recording: RecordingId; readonly since: Instant }
  | {
      readonly state: 'talking';
      readonly since: Instant;
      readonly pair: readonly [LegId, LegId];
      /** Who holds, and what the other party hears meanwhile. */
      readonly holds: readonly { readonly by: LegId; readonly play: PlayId; readonly since: Instant }[];
    }
  /** Everybody was told to hang up; the outcome is settled. */
  | { readonly state: 'closing'; readonly outcome: Outcome }
  | { readonly state: 'ended'; readonly outcome: Outcome };

/**
 * The one status of a finished conversation.
 * - `answered`: two people talked · `voicemail`: a message was left · `blocked`: a block list refused it
 * - `abandoned`: the caller gave up before anybody answered · `missed`: inbound, and the route ended without an answer
 * - `stopped_ivr`: inbound, and it ended in or after an announcement, without anybody being looked for
 * - `busy`, `no_answer`: what the party who was called did · `failed`: could not be put through
 */
export type CallStatus =
  | 'answered'
  | 'missed'
  | 'abandoned'
  | 'busy'
  | 'no_answer'
  | 'failed'
  | 'blocked'
  | 'voicemail'
  | 'stopped_ivr';

export type Outcome = {
  readonly status: CallStatus;
  readonly cause: Cause;
  readonly endedBy: 'caller' | 'callee' | 'system';
  readonly at: Instant;
};

export type Recording = {
  readonly id: RecordingId;
  readonly kind: 'conversation' | 'message';
  readonly box: string | null;
  readonly startedAt: Instant;
} & (
  | { readonly state: 'running' | 'stopping' }
  | { readonly state: 'stored'; readonly durationMs: number; readonly bytes: number }
);

/** One step of a decision, in words for the people who run the tenant. Customers' numbers stand in `detail` only, never in `text`. */
export type TraceEntry = {
  readonly at: Instant;
  readonly kind: 'arrived' | 'block-list' | 'number' | 'rule' | 'time' | 'destination' | 'phone' | 'talk' | 'end';
  readonly text: string;
  readonly detail: Readonly<Record<string, string>>;
};

/** A conversation: one row in the history, whatever happens inside it. */
export type Call = {
  readonly id: CallId;
  readonly direction: Direction;
  readonly startedAt: Instant;
  /** As it came in. */
  readonly dialled: string;
  /** The tenant's own number that was called, or that the customer was shown; canonical. */
  readonly serviceNumber: string | null;
  /** The outside party's number as in `Party`; null for internal calls. */
  readonly outsideNumber: string | null;
  /** Who began it. */
  readonly caller: LegId;
  /** Whom phones are rung for: the caller, until a transfer leaves somebody else waiting. */
  readonly waiting: LegId;
  readonly legs: readonly Leg[];
  readonly recordings: readonly Recording[];
  readonly trace: readonly TraceEntry[];
  /** Timers that are running. */
  readonly timers: readonly TimerId[];
  /** How many legs, plays, recordings and timers this call has named so far. */
  readonly serial: number;
  /** Destinations visited; a plan that leads in a circle ends there. */
  readonly hops: number;
  /** Why nobody was reached so far. */
  readonly refusal: Cause | null;
  readonly offered: boolean;
  /** The first answer by a person: an extension, or the outside party of an outbound call (null). */
  readonly answer: { readonly at: Instant; readonly extension: string | null; readonly leg: LegId } | null;
  readonly ringMs: number;
  readonly talkMs: number;
  readonly holdMs: number;
  readonly phase: Phase;
};
