/**
 * Everything an engine can tell call control, and everything call control can ask of an engine. Nothing else crosses.
 * Every event carries its time, and ids of new things come in with the event or are derived from the call's, so the
 * same events always give the same decisions (ARCHITECTURE.md, "Call control").
 */

declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

export type TenantId = Id<'tenant'>;
/** A conversation: one row in the history, whatever happens inside it. */
export type CallId = Id<'call'>;
/** One party's connection to the switchboard. Legs that call control dials are named `<call>/<n>`. */
export type LegId = Id<'leg'>;
export type PlayId = Id<'play'>;
export type RecordingId = Id<'recording'>;
export type TrunkId = Id<'trunk'>;
/** Names a timer within its call. */
export type TimerId = Id<'timer'>;

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number;

/** Who is at the far end of a leg that came in. Numbers from a trunk are as the trunk sent them, '' when withheld. */
export type Origin =
  | { readonly kind: 'extension'; readonly extension: string }
  | { readonly kind: 'trunk'; readonly trunk: TrunkId; readonly number: string; readonly name: string };

/** Where a new leg goes. An extension may have several contacts; they ring together as one leg, the first answer wins. */
export type Target =
  | { readonly kind: 'extension'; readonly extension: string }
  | { readonly kind: 'trunk'; readonly trunk: TrunkId; readonly number: string };

/** What the dialled party is shown. `number` is already masked where the party may not see it. */
export type CallerId = { readonly number: string; readonly name: string };

/** `file` is a key in the prompt store, e.g. `system/vi/no-answer.wav`; tones are the engine's own. */
export type AudioSource =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'tone'; readonly tone: 'ringback' | 'busy' | 'congestion' | 'beep' }
  | { readonly kind: 'music'; readonly file: string };

/** Why a leg ended, in our words; engines map SIP codes and Q.850 causes to these (RFC 3398 §8.2.6.1 is the base). */
export type Cause =
  | 'normal'
  | 'busy'
  | 'no-answer'
  | 'rejected'
  | 'cancelled'
  | 'answered-elsewhere'
  | 'unreachable'
  | 'not-found'
  | 'forbidden'
  | 'blocked'
  | 'congestion'
  | 'incompatible'
  | 'no-media'
  | 'failed'
  /** The process or the engine went away in mid-call. */
  | 'interrupted';

export type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '*' | '#' | 'A' | 'B' | 'C' | 'D';

/** What happened to one leg, as the engine saw it. */
export type LegEvent = { readonly call: CallId; readonly leg: LegId; readonly at: Instant } & (
  | { readonly type: 'arrived'; readonly origin: Origin; readonly dialled: string }
  | { readonly type: 'ringing' }
  | { readonly type: 'early-media' }
  | { readonly type: 'answered' }
  | { readonly type: 'digit'; readonly digit: Digit }
  | { readonly type: 'played'; readonly play: PlayId }
  | { readonly type: 'held'; readonly on: boolean }
  /** The party asked for a blind transfer (REFER without Replaces, RFC 3515). */
  | { readonly type: 'transfer-requested'; readonly to: string }
  | { readonly type: 'quality'; readonly lossPercent: number; readonly jitterMs: number; readonly roundTripMs: number }
  | { readonly type: 'ended'; readonly cause: Cause; readonly sipCode?: number }
);

/** What happened to a recording: it is on disk and will not change. */
export type RecordedEvent = {
  readonly type: 'recorded';
  readonly call: CallId;
  readonly recording: RecordingId;
  readonly at: Instant;
  readonly durationMs: number;
  readonly bytes: number;
};

/** A timer that call control started has run out. */
export type ElapsedEvent = {
  readonly type: 'elapsed';
  readonly call: CallId;
  readonly timer: TimerId;
  readonly at: Instant;
};

/** A phone came or went. `contacts` is how many the extension has now. */
export type RegistrationEvent = {
  readonly type: 'registered' | 'unregistered';
  readonly extension: string;
  readonly contacts: number;
  readonly at: Instant;
};

/** What an engine reports. */
export type EngineEvent = LegEvent | RecordedEvent | RegistrationEvent;

/** Events that belong to one call. */
export type CallEvent = LegEvent | RecordedEvent | ElapsedEvent;

/** What call control asks of an engine, about one call. A refusal comes back as an event, never as an exception. */
export type EngineCommand =
  /** Start a new leg; `ringing`, `early-media`, `answered`, `ended` follow. */
  | { readonly type: 'dial'; readonly leg: LegId; readonly to: Target; readonly callerId: CallerId }
  /** Tell a party that arrived that the other side is being alerted (180). */
  | { readonly type: 'ring'; readonly leg: LegId }
  | { readonly type: 'answer'; readonly leg: LegId }
  /** End a leg in whatever state it is: CANCEL, BYE or the final response that fits `cause`. `ended` follows. */
  | { readonly type: 'hang-up'; readonly leg: LegId; readonly cause: Cause }
  /** Replaces what the leg hears until it ends, is stopped or the leg is bridged; `played` follows unless it loops. */
  | {
      readonly type: 'play';
      readonly leg: LegId;
      readonly play: PlayId;
      readonly source: AudioSource;
      readonly loop: boolean;
    }
  | { readonly type: 'stop'; readonly leg: LegId; readonly play: PlayId }
  | { readonly type: 'bridge'; readonly legs: readonly [LegId, LegId] }
  | { readonly type: 'unbridge'; readonly legs: readonly [LegId, LegId] }
  /** Stereo, first leg left, second right. Asked again with other legs it goes on in the same file (transfers). */
  | { readonly type: 'record'; readonly recording: RecordingId; readonly legs: readonly [LegId, LegId] }
  /**
   * One side only: a message left in a voicemail box. An engine that listens ends it by itself (`recorded` follows) once
   * the party has been silent for `maxSilenceMs`.
   */
  | {
      readonly type: 'record-message';
      readonly recording: RecordingId;
      readonly leg: LegId;
      readonly maxSilenceMs?: number;
    }
  | { readonly type: 'stop-recording'; readonly recording: RecordingId }
  | { readonly type: 'send-dtmf'; readonly leg: LegId; readonly digits: string };

/** What `step` asks for: engine commands with their call, and timers, which come back as `elapsed`. */
export type Command =
  | (EngineCommand & { readonly call: CallId })
  | { readonly type: 'start-timer'; readonly call: CallId; readonly timer: TimerId; readonly ms: number }
  | { readonly type: 'stop-timer'; readonly call: CallId; readonly timer: TimerId };
