/**
 * Everything an engine can tell call control, and everything call control can ask of an engine. Nothing else crosses.
 * Every event carries its time, and ids of new things come in with the event or are derived from the call's, so the
 * same events always give the same decisions (ARCHITECTURE.md, "Call control").
 */

declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

/** A company. Nothing crosses from one to another. */
export type TenantId = Id<'tenant'>;
/** A conversation: one row in the history, with all that happens inside it. */
export type CallId = Id<'call'>;
/** One party's connection to the switchboard. Legs that call control dials are named `<call>/<n>`. */
export type LegId = Id<'leg'>;
/** Something that is played to a leg, so that its end can be told. */
export type PlayId = Id<'play'>;
/** A recording, by which its file is named. */
export type RecordingId = Id<'recording'>;
/** The connection to a carrier. */
export type TrunkId = Id<'trunk'>;
/** People who hear each other. Named by call control, `<call>/b<n>`. */
export type BridgeId = Id<'bridge'>;
/** One place where an extension can be reached: a registered browser or desk phone. */
export type ContactId = Id<'contact'>;
/** One REFER of a desk phone, so that its outcome can be told to the phone. */
export type TransferId = Id<'transfer'>;
/** Names a timer within its owner. */
export type TimerId = Id<'timer'>;

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number;

/** The far end of a leg that came in. Numbers from a trunk are as the trunk sent them, '' when withheld. */
export type Origin =
  | { readonly kind: 'extension'; readonly extension: string }
  | { readonly kind: 'trunk'; readonly trunk: TrunkId; readonly number: string; readonly name: string };

/** What a call is for, where it is not one of people as most are: a bot's to try the product, a code's, one of a campaign or a survey. */
export type CallPurpose = 'test' | 'otp' | 'campaign' | 'survey';

/** Where a new leg goes. An extension may have several contacts; they ring together as one leg, the first answer wins. */
export type Target =
  | { readonly kind: 'extension'; readonly extension: string }
  /** `toBots`: a bot answers in the place of whoever the carrier would reach, and the carrier hears nothing of it. */
  | { readonly kind: 'trunk'; readonly trunk: TrunkId; readonly number: string; readonly toBots?: true };

/** The caller as the dialled party is shown them. `number` is already masked where the party may not see it. */
export type CallerId = { readonly number: string; readonly name: string };

/**
 * `file` is a key in the prompt store, e.g. `system/vi/no-answer.wav`; tones are the engine's own; music is named, because
 * an engine may keep it running for everybody who waits. What is said (digits, positions, times) is a list of files.
 */
export type AudioSource =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'tone'; readonly tone: 'ringback' | 'busy' | 'congestion' | 'beep' }
  | { readonly kind: 'silence'; readonly ms: number }
  /** `gain`: so much louder than it is, 1 where it is absent. Several of them are heard one after the other. */
  | { readonly kind: 'music'; readonly music: string; readonly gain?: number };

/** How one of our people came to be in a conversation. */
export type SegmentHow =
  | ('called' | 'answered' | 'transfer' | 'consultation')
  | ('conference' | 'pick-up' | 'supervision' | 'take-over');

/** Through what a call reached somebody. */
export type Through = { readonly kind: 'group' | 'queue'; readonly key: string };

/** A leg and the call that it is part of. */
export type Here = { readonly call: CallId; readonly leg: LegId };

/** A party in a bridge. It hears the members named in `hears` and no others. */
export type Member = {
  readonly leg: LegId;
  readonly hears: readonly LegId[];
  /** Which channel of the bridge's recording this party's voice goes to: customers left, everybody else right. */
  readonly channel: 'left' | 'right';
  /** Nobody who talks hears this party: it listens only, whispers to one, or is on hold. No recording has its voice. */
  readonly offRecord?: true;
};

/** Why a leg ended, in our words; engines map SIP codes and Q.850 causes to these (RFC 3398 §8.2.6.1 is the base). */
export type Cause =
  | 'normal'
  | 'busy'
  | 'no-answer'
  | 'rejected'
  | 'cancelled'
  /** The page at the far end did not answer in time that it is awake. */
  | 'asleep'
  /** A carrier gave no sign of life at all. */
  | 'no-response'
  /** A cap of the installation, the tenant, the trunk or the phone. */
  | 'limit'
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

/** A key as a phone sends it (DTMF). */
export type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '*' | '#' | 'A' | 'B' | 'C' | 'D';

/** How a party's audio was: loss as we received it, and as the far end reports it (RTCP), if it does. */
export type Quality = {
  readonly lossPercent: number;
  readonly farLossPercent: number | null;
  readonly jitterMs: number;
  readonly roundTripMs: number | null;
};

/** The same over all of a leg: what was lost, and the mean of what else was measured. */
export type QualityOfAll = Quality & {
  /** In the worst ten seconds, where these were not good. */
  readonly worst?: Quality;
  readonly codec?: 'pcma' | 'pcmu' | 'g722' | 'opus';
  /** The desk phone that it was; a browser or a carrier where none is said. */
  readonly device?: string;
};

/** An event of one leg, as the engine saw it. */
export type LegEvent = {
  readonly call: CallId;
  readonly leg: LegId;
  readonly at: Instant;
} /** `replaces`: the party takes the place of that leg (RFC 3891), as phones do to pick up. */ & (
  | {
      readonly type: 'arrived';
      readonly origin: Origin;
      readonly dialled: string;
      readonly replaces?: { readonly call: CallId; readonly leg: LegId };
      /** The engine turned the call away by itself and there is no leg any more: a cap, a shutdown. It leaves a row. */
      readonly refused?: Cause;
      /** The desk phone that it is; a browser or a carrier where none is said. Engines that are older do not say it. */
      readonly device?: string;
      /** What it is for, where that is known as it comes: the engine knows its bots, the server what it prepared. */
      readonly purpose?: CallPurpose;
      /** Which of our numbers it shows outside, where that was chosen for it. */
      readonly showing?: string;
    }
  | { readonly type: 'ringing' }
  /** The party's network plays something before the answer (183 with SDP): the party who waits should hear it. */
  | { readonly type: 'early-media' }
  /** `device`: as it is said of who arrives. */
  | { readonly type: 'answered'; readonly device?: string }
  | { readonly type: 'digit'; readonly digit: Digit }
  /** `missing`: no sound of it could be found. */
  | { readonly type: 'played'; readonly play: PlayId; readonly missing?: true }
  | { readonly type: 'held'; readonly on: boolean }
  /**
   * A desk phone asked for a transfer (REFER, RFC 3515), with `replaces` an attended one: its other leg, which may be of
   * another call. Call control answers with `transfer-result`.
   */
  | {
      readonly type: 'transfer-requested';
      readonly transfer: TransferId;
      readonly to: string;
      readonly replaces: { readonly call: CallId; readonly leg: LegId } | null;
    }
  /**
   * Nothing has been heard from an answered party for three seconds (`on: false`), or something again. `asked`: the engine asks its
   * signalling whether it is there, and ends it where that does not answer; it may be silent for as long as it likes.
   */
  | { readonly type: 'media'; readonly on: boolean; readonly asked?: true }
  /** Every few seconds; an engine of an older version says it once more before `ended`. */
  | ({ readonly type: 'quality' } & Quality)
  /**
   * `quality`: of a leg that was answered and from which something was heard. `divertedTo`: the number that a phone of ours sends its callers
   * to by itself; whether they go there is not its to say.
   */
  | {
      readonly type: 'ended';
      readonly cause: Cause;
      readonly sipCode?: number;
      readonly quality?: QualityOfAll;
      readonly divertedTo?: string;
    }
);

/** The end of a recording: it is where the engine keeps such things and will not change. */
export type RecordedEvent = {
  readonly type: 'recorded';
  readonly call: CallId;
  readonly recording: RecordingId;
  readonly at: Instant;
  /** As the file has it. */
  readonly durationMs: number;
  readonly bytes: number;
  /** `incomplete` ends before the conversation did or has a gap, `no-space` because the disk was full. */
  readonly state: 'whole' | 'incomplete' | 'no-space';
  /** So much of it is silent because the engine stood still (ms); not said where it did not. */
  readonly gapMs?: number;
};

/** The owner of a timer: the timer dies with it. */
export type TimerOwner =
  | { readonly kind: 'call'; readonly call: CallId }
  | { readonly kind: 'leg'; readonly call: CallId; readonly leg: LegId }
  | { readonly kind: 'person'; readonly extension: string }
  | { readonly kind: 'queue'; readonly queue: string }
  | { readonly kind: 'campaign'; readonly campaign: string };

/** A timer that call control started has run out. */
export type ElapsedEvent = {
  readonly type: 'elapsed';
  readonly owner: TimerOwner;
  readonly timer: TimerId;
  readonly at: Instant;
};

/**
 * Where an extension can be reached from now on. `asleep`: registered, but its page does not answer. `voiceless`: it says itself that it has
 * no microphone that may be used. Engines that are older do not tell it.
 */
export type Contact = { readonly id: ContactId; readonly asleep: boolean; readonly voiceless?: boolean | undefined };
/** The contacts of an extension have changed; these are all that there are. */
export type ContactsEvent = {
  readonly type: 'contacts';
  readonly extension: string;
  readonly contacts: readonly Contact[];
  readonly at: Instant;
};

/**
 * Why a carrier counts as there or not: it answers, it took our registration; it said nothing at all, cannot be reached or found
 * by its name, or refused us (`sipCode`).
 */
export type TrunkWhy = 'answers' | 'registered' | 'no-response' | 'unreachable' | 'refused';

/** How a carrier stands: told when it changes. */
export type TrunkEvent = {
  readonly type: 'trunk';
  readonly trunk: TrunkId;
  readonly state: 'up' | 'down';
  readonly why: TrunkWhy;
  readonly sipCode?: number;
  readonly at: Instant;
};

/** The events that an engine reports. */
export type EngineEvent = LegEvent | RecordedEvent | ContactsEvent | TrunkEvent;

/** A command of call control to an engine, about one call. A refusal comes back as an event, never as an exception. */
export type EngineCommand =
  /**
   * Start a new leg; `ringing`, `early-media`, `answered`, `ended` follow. `autoAnswer` asks the phone to pick up by itself
   * (Call-Info `answer-after=0`), for calls that its own person began.
   */
  | {
      readonly type: 'dial';
      readonly leg: LegId;
      readonly to: Target;
      readonly callerId: CallerId;
      readonly autoAnswer?: boolean;
    }
  /** Tell a party that arrived that the other side is being alerted (180); one whose audio is open hears the ringing tone. */
  | { readonly type: 'ring'; readonly leg: LegId }
  /** Open the audio towards a party that arrived without answering it (183): prompts and a carrier's early media are heard. */
  | { readonly type: 'progress'; readonly leg: LegId }
  | { readonly type: 'answer'; readonly leg: LegId }
  /** End a leg in any state: by CANCEL, BYE or the final response that fits `cause`. `ended` follows. */
  | { readonly type: 'hang-up'; readonly leg: LegId; readonly cause: Cause }
  /**
   * Replaces what the leg hears, bridged or not, until it ends or is stopped; `played` follows unless it loops. An engine may
   * leave a short gap where a loop begins anew. In a bridge the others go on hearing the leg as its members say.
   */
  | {
      readonly type: 'play';
      readonly leg: LegId;
      readonly play: PlayId;
      readonly sources: readonly AudioSource[];
      readonly loop: boolean;
    }
  | { readonly type: 'stop'; readonly leg: LegId; readonly play: PlayId }
  /**
   * The wanted state of a bridge, asked again at each change: whoever is not a member any more leaves it, a leg that is a
   * member elsewhere moves here, no members end it. After an attended transfer by a phone a member may be a leg that began in
   * another call of the tenant: legs are found by their id alone.
   */
  | { readonly type: 'bridge'; readonly bridge: BridgeId; readonly members: readonly Member[] }
  /**
   * Records a bridge in stereo, whoever comes and goes. Asked again with another bridge it goes on in the same recording;
   * time in which the bridge is empty or the recording is paused is silence, so that it is as long as the conversation.
   */
  | { readonly type: 'record'; readonly recording: RecordingId; readonly bridge: BridgeId }
  | { readonly type: 'pause-recording'; readonly recording: RecordingId; readonly on: boolean }
  /**
   * One side only: a message left in a voicemail box. An engine that listens ends it by itself (`recorded` follows) once
   * the party has been silent for `maxSilenceMs`.
   */
  | {
      readonly type: 'record-message';
      /** What is said to the party as well, on the right; nothing but `stop-recording` ends it. An engine that cannot says `recorded` at once. */
      readonly both?: true;
      readonly recording: RecordingId;
      readonly leg: LegId;
      readonly maxSilenceMs?: number;
    }
  | { readonly type: 'stop-recording'; readonly recording: RecordingId }
  | { readonly type: 'send-dtmf'; readonly leg: LegId; readonly digits: string }
  /** The result of a desk phone's REFER: the phone is told by NOTIFY (RFC 3515 §2.4.4). */
  | {
      readonly type: 'transfer-result';
      readonly leg: LegId;
      readonly transfer: TransferId;
      readonly result: 'trying' | 'ringing' | 'done' | 'failed';
    };
