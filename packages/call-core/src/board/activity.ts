import type { BoxMessage } from './company-data.ts';
import type { Destination, MessageKey } from './destination.ts';
import type { Forwards } from './plan.ts';
import type {
  BridgeId,
  CallerId,
  Cause,
  Digit,
  Instant,
  LegId,
  RecordingId,
  SegmentHow,
  Target,
  Through,
} from './vocabulary.ts';

/** One attempt at somebody. */
export type Attempt = {
  readonly to: Target;
  readonly callerId: CallerId;
  /** The outside party's, canonical, where the trunk is told another form. */
  readonly number: string;
  /** It is one of our people, by extension, whom this reaches outside: on their mobile. */
  readonly of?: string;
  /** The person who picks up has to press a key before they have the call. */
  readonly confirms?: true;
  /** The longest time that the reached party may talk. */
  readonly mostMinutes?: number;
  /** So long after the others of its wave; not longer than that. */
  readonly delayMs?: number;
  readonly ringMs?: number;
};

/** One whose time to be rung is still to come. */
export type Later = { readonly attempt: Attempt; readonly at: Instant };

/** The next step of a leg that call control dialled without a waiting caller, once it is answered. */
export type Errand =
  | { readonly kind: 'visit'; readonly destination: Destination }
  | { readonly kind: 'join'; readonly bridge: BridgeId }
  | {
      readonly kind: 'supervise';
      readonly bridge: BridgeId;
      readonly mode: SupervisionMode;
      readonly agent: LegId;
    };

/** The way to supervise a conversation: to listen, to speak to the agent alone, or to all. */
export type SupervisionMode = 'listen' | 'whisper' | 'barge';

/** The data of each kind of activity. A new kind is a line here, a file in `activity/`, and a line in `step/activities.ts`. */
export type ActivityMap = {
  /** Between two destinations; nobody rests here. */
  routing: Record<never, never>;
  /** Phones ring for this party; `waves` are tried after these. */
  offering: {
    readonly ringing: readonly LegId[];
    readonly waves: readonly (readonly Attempt[])[];
    readonly ringMs: number;
    readonly otherwise: Destination | null;
    /** Of the one person who is rung. */
    readonly forwards?: Forwards;
    /** Agents who are on a break are passed over, too. */
    readonly readyOnly: boolean;
    readonly autoAnswer: boolean;
    /** How the party who answers came into the conversation, for the segments. */
    readonly how: SegmentHow;
    readonly through: Through | null;
    /** The waiting party hears that it rings. */
    readonly alerted: boolean;
    /** Where the waiting party already hears what the other side's network plays. */
    readonly early: BridgeId | null;
    /** Of this wave, in the order in which they will be rung. */
    readonly later?: readonly Later[];
    /** Heard instead of the ringing tone. */
    readonly music?: string;
  };
  /** Rings for a party that waits. */
  offered: { readonly waiting: LegId; readonly early: BridgeId | null; readonly confirms?: true };
  /** Was picked up outside, and gets the waiting caller once its person presses 1. */
  confirming: { readonly waiting: LegId };
  /** Rings for nobody: its errand begins with the answer. `rest` are other ways to reach the same party. */
  called: { readonly errand: Errand; readonly rest: readonly Attempt[]; readonly ringMs: number };
  /** In a conversation, or alone in one whose other side will be back. */
  talking: { readonly bridge: BridgeId; readonly how: SegmentHow; readonly through: Through | null };
  supervising: { readonly bridge: BridgeId; readonly mode: SupervisionMode; readonly agent: LegId };
  announcing: { readonly announcement: string; readonly then: Destination };
  menu: {
    readonly menu: string;
    readonly keys: string;
    /** Wrong or missing entries so far. */
    readonly tries: number;
    /** The prompt is over: time for the first key runs. */
    readonly listening: boolean;
  };
  prompting: { readonly box: string; readonly prompt: 'greeting' | 'beep' };
  'taking-message': { readonly box: string; readonly recording: RecordingId; readonly since: Instant };
  'queue-wait': {
    readonly queue: string;
    /** `question` is whether to call back, `farewell` that it will be done. */
    readonly hears: 'greeting' | 'music' | 'announcement' | 'question' | 'farewell';
    /** Announcements so far. */
    readonly round: number;
    /** The place in the line that was said last. */
    readonly saidPlace: number | null;
    /** Was called to speak with whoever is free: hears that nobody is, where it takes too long. */
    readonly called?: true;
  };
  /** Rings for somebody in a queue's line: a caller's leg. */
  'queue-offered': { readonly queue: string; readonly waiting: LegId; readonly how: SegmentHow };
  /** `since`: when it was left there first; boards of an earlier version do not say it. */
  parked: { readonly slot: string; readonly by: string; readonly since?: Instant };
  otp: {
    readonly digits: string;
    readonly repeatKey: Digit;
    /** How often it is still said from the beginning, when somebody asks for it. */
    readonly timesLeft: number;
    /** Readings each time, one where absent, and those that are left of this time. */
    readonly reads?: number;
    readonly readsLeft?: number;
    /** A sound before the digits. */
    readonly greeting?: string;
  };
  /** Hears a message that they were called for. */
  broadcast: {
    readonly message: readonly string[];
    readonly keys: Readonly<Record<string, MessageKey>>;
    /** How often it is still said again, when somebody asks for it. */
    readonly timesLeft: number;
  };
  /** In a bridge of its own, where it hears itself, once the beep is over. */
  'echo-test': { readonly bridge: BridgeId | null };
  /** Hears a sentence; `cause` is why it goes then. */
  saying: { readonly cause: Cause };
  /** `own`: by a phone of the person whose box it is. */
  mailbox: {
    readonly box: string;
    readonly by: string;
    readonly own: boolean;
    readonly doing:
      | { readonly what: 'opening' | 'leaving' }
      | { readonly what: 'pin'; readonly typed: string }
      /** `place` is the message that is heard. */
      | { readonly what: 'listening'; readonly messages: readonly BoxMessage[]; readonly place: number };
  };
  /** Types the PIN by which a condition is turned; `rest` is what stood behind the code. */
  proving: {
    readonly condition: string;
    readonly by: string;
    readonly rest: string;
    readonly typed: string;
    /** The PIN is being checked. */
    readonly waits: boolean;
  };
  /** Dials a number (canonical) whose customer may refuse advertising; `hears` once the answer says so. */
  reconsidering: { readonly by: string; readonly number: string; readonly hears: boolean };
  /** Waits for what the company knows of them, by which a condition leads them on. */
  deciding: { readonly condition: string };
  /** Hears what to type, types a code, or waits for what the company's system says of it. */
  coding: {
    readonly question: string;
    readonly typed: string;
    /** Wrong or missing codes so far. */
    readonly tries: number;
    readonly does: 'hears' | 'types' | 'asks';
  };
  /** Hears a question of a survey, and answers it by keys. */
  survey: {
    readonly survey: string;
    readonly question: string;
    readonly keys: string;
    /** Wrong or missing answers to this question so far. */
    readonly tries: number;
    /** The question is over: time for the first key runs. */
    readonly listening: boolean;
  };
};

/** The names of all that a leg can be doing. */
export type ActivityKindName = keyof ActivityMap;

/** The one thing that a leg is doing. */
export type Activity<K extends ActivityKindName = ActivityKindName> = {
  [P in K]: { readonly kind: P } & ActivityMap[P];
}[K];

/** Stands in the detail of the steps of a call's trace that say how a message was heard: `began`, `again`, `whole`, or the key and what it did. */
export const messageHeard = 'message-heard';

/** Stands in the detail of the step of a call's trace that says that all of a one-time password was heard. */
export const otpHeard = 'otp-heard';
