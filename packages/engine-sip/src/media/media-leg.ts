import type { AudioSource, Digit } from '@alo/call-core';
import type { Codec } from './codec.ts';
import type { RtcpQuality, WholeOf } from './rtcp.ts';

/** What the far end does with audio, in its own words: the direction attribute of its last SDP (RFC 3264 §5.1). */
export type RemoteDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** The sources that call control can have played. */
export type PlaySource = AudioSource;

/** `failed`: no file of it could be played (logged). `stopped`: by `stop`, another play or `close`. */
export type PlayEnd = 'ended' | 'stopped' | 'failed';

/** Something that is being played to one leg; a token for `stop`. */
export interface Play {
  readonly sources: readonly PlaySource[];
}

/** What a carrier said and did not answer; bytes in base64. */
export interface HeardBeforeAnswer {
  readonly print: string;
  readonly like: 'speech' | 'music';
  readonly ms: number;
  /** A-law at 8 kHz. */
  readonly sound: string;
}

export interface LegStats extends WholeOf {
  readonly codec: Codec;
  readonly packetsReceived: number;
  readonly packetsSent: number;
  /** By gaps in sequence numbers (RFC 3550 A.3), never negative. */
  readonly packetsLost: number;
  /** Interarrival jitter (RFC 3550 §6.4.1): of all reports, or as it is now before the first. */
  readonly jitterMs: number;
  /** Packets from an address that is not this party, and packets that are no RTP. */
  readonly packetsRefused: number;
  /** Of a carrier whose line is heard, and that has not answered. */
  readonly said?: HeardBeforeAnswer;
}

/**
 * The audio of one party: an SDP session, an RTP stream in and one out. What the party hears is, in this
 * order: digits being sent, the play, its bridge, silence.
 *
 * Promises reject only for SDP that cannot be answered (`MediaRefusal`, worth a 488) or when the leg is closed.
 */
export interface MediaLeg {
  /** Answers a first offer. */
  answer(offer: string): Promise<string>;
  /** Makes an offer: the first one of this leg, or for a re-INVITE a further one on the running session. */
  offer(): Promise<string>;
  /** Takes the answer to `offer()` or `restart()`. The same answer again (183, then 200) changes nothing. */
  acceptAnswer(answer: string): Promise<void>;
  /** Answers a further offer (hold, unhold, new address) on the running session; see `remoteHolds` afterwards. */
  renegotiate(offer: string): Promise<string>;
  /**
   * An offer with a fresh transport, for a re-INVITE when no media came (`onMedia`). Not for a transport that works:
   * Chromium then stays with the old one for a while.
   */
  restart(): Promise<string>;

  /** Whether the far end has put us on hold: it does not want to hear us. */
  readonly remoteHolds: boolean;

  /** Nothing is sent to the party while this is off: a caller that was told nothing of our address expects no sound. On at first. */
  setSending(on: boolean): void;

  /** Starts or stops the 3 s watchdog; on from the moment the call is answered. */
  expectMedia(expected: boolean): void;

  /** Replaces what the leg hears by these, one after the other. `onDone` is told once, also about a loop. Music always loops. */
  play(sources: readonly PlaySource[], options: { readonly loop: boolean }, onDone: (end: PlayEnd) => void): Play;
  /** Ends the play, if it is still the current one. */
  stop(play: Play): void;
  /** Sends digits by RFC 4733, or by their sound to a carrier without it, 100 ms each where nothing else is said. */
  sendDtmf(digits: string, durationMs?: number): void;
  /** Digits for a party that has no telephone-event: try INFO. */
  onUnsendable(listener: (digits: string, durationMs: number) => void): void;

  /** The party pressed a key by other means than its audio: told and passed on like one in it. */
  pressed(digit: Digit, durationMs?: number): void;
  /** How it was in the last five seconds. */
  onQuality(listener: (quality: RtcpQuality) => void): void;
  /** A key was pressed, once for each press. */
  onDigit(listener: (digit: Digit) => void): void;
  /** A machine and nobody else has picked up, of a carrier whose line is heard; why that is sure. Told once, while the call goes on. */
  onMachine(listener: (words: string) => void): void;
  /** `false`: no packet for 3 s while the party should send, or the transport died; then `true` when one came again. */
  onMedia(listener: (on: boolean) => void): void;
  /**
   * Told of a party that is expected to send: the process that had its audio died, and another one has the leg now, without a transport. A
   * re-INVITE with `restart()` sets one up. Never told of audio in this process.
   */
  onLost(listener: () => void): void;
  /** It has no transport since then: the party has taken none that was offered. */
  readonly isLost: boolean;

  /** It speaks G.722. */
  readonly isWide: boolean;
  readonly speaksOpus: boolean;
  readonly isClosed: boolean;
  /**
   * Ends plays and the bridge, goes silent at once; may be called twice. `told` of the first is told how it was: before this is back where the
   * audio is in this process; nothing where the process that had it is gone.
   */
  close(told?: (stats: LegStats | undefined) => void): void;
}

/** The part of an SDP that we cannot have (RFC 3261 §20.43). */
const WARNINGS = {
  transport: { code: 302, text: 'Incompatible transport protocol' },
  type: { code: 304, text: 'Media type not available' },
  format: { code: 305, text: 'Incompatible media format' },
  network: { code: 300, text: 'Incompatible network protocol' },
  multicast: { code: 330, text: 'Multicast not available' },
  address: { code: 301, text: 'Incompatible network address formats' },
  other: { code: 399, text: 'Media cannot be agreed on' },
} as const satisfies Record<RefusalReason, { readonly code: number; readonly text: string }>;

export const refusalReasons = ['transport', 'type', 'format', 'network', 'multicast', 'address', 'other'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The SDP offers nothing that we can speak. Worth `488 Not Acceptable Here`, with a Warning that says why. */
export class MediaRefusal extends Error {
  override readonly name = 'MediaRefusal';
  readonly why: RefusalReason;
  readonly warning: { readonly code: number; readonly text: string };

  constructor(message: string, why: RefusalReason, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
    const { code, text } = WARNINGS[why];
    this.warning = { code, text: `${text}: ${message}` };
  }
}
