import type { AudioSource, PlayId, QualityOfAll } from '@alo/call-core';
import type { LegStats, MediaLeg, Play } from '../media/index.ts';
import type { LegNews } from './leg.ts';

/** How long a browser may be silent before its leg is given up: it always sends. */
const graceMs = 9_000;

export interface LegAudioParts {
  readonly media: MediaLeg;
  readonly kind: 'webrtc' | 'rtp';
  /** A party by RTP that says nothing for so long is given up, whatever its signalling answers. */
  readonly silenceMs?: number | undefined;
  /** The desk phone that it is. */
  readonly device?: string | undefined;
  readonly tell: (news: LegNews) => void;
  /** No audio came for 3 s, or what had its transport died: a re-INVITE with a fresh one may help. */
  readonly restart: () => void;
  /** Keys for a party whose SDP has no telephone-event. */
  readonly sendDigits: (digits: string, durationMs: number) => void;
  /** It did not help. */
  readonly onDead: () => void;
  /** A party by RTP that is not heard, or is again: whether it is still there its signalling is asked. */
  readonly onSilent: (on: boolean) => void;
}

/** The audio of a leg that has its device: plays by their ids, keys that are heard, and the watch over silence. */
export class LegAudio {
  readonly #parts: LegAudioParts;
  readonly #plays = new Map<PlayId, Play>();
  #grace: NodeJS.Timeout | undefined;
  #answered = false;

  constructor(parts: LegAudioParts) {
    this.#parts = parts;
    parts.media.onDigit((digit) => parts.tell({ type: 'digit', digit }));
    parts.media.onUnsendable((digits, durationMs) => parts.sendDigits(digits, durationMs));
    parts.media.onQuality((quality) => {
      if (this.#answered && !parts.media.isClosed) parts.tell({ type: 'quality', ...quality });
    });
    parts.media.onMedia((on) => this.#heard(on));
    parts.media.onLost(() => parts.restart());
  }

  get plays(): readonly PlayId[] {
    return [...this.#plays.keys()];
  }

  /** From the answer on the party is expected to send. */
  answered(): void {
    this.#answered = true;
    this.#parts.media.expectMedia(true);
  }

  play(id: PlayId, sources: readonly AudioSource[], loop: boolean): void {
    const { media, tell } = this.#parts;
    const play = media.play(sources, { loop }, (end) => {
      this.#plays.delete(id);
      // A missing file counts as played to its end: call control must not wait for it for ever.
      if (end !== 'stopped' && !loop)
        tell({ type: 'played', play: id, ...(end === 'failed' ? { missing: true } : {}) });
    });
    this.#plays.set(id, play);
  }

  stop(id: PlayId): void {
    const play = this.#plays.get(id);
    if (play !== undefined) this.#parts.media.stop(play);
  }

  /** Ends it. `told` is told how it was, of a party that was answered and heard: see `MediaLeg.close`. */
  close(told: (quality: QualityOfAll | null) => void): void {
    clearTimeout(this.#grace);
    const { media } = this.#parts;
    if (media.isClosed) told(null);
    else media.close((stats) => told(stats === undefined || !this.#answered ? null : this.#qualityOf(stats)));
  }

  #qualityOf(stats: LegStats): QualityOfAll | null {
    const { packetsReceived, packetsLost, jitterMs, farLossPercent, roundTripMs, worst, codec } = stats;
    const { device } = this.#parts;
    const expected = packetsReceived + packetsLost;
    if (expected === 0) return null;
    return {
      lossPercent: (100 * packetsLost) / expected,
      farLossPercent,
      jitterMs,
      roundTripMs,
      codec,
      ...(worst === null ? {} : { worst }),
      ...(device === undefined ? {} : { device }),
    };
  }

  #heard(on: boolean): void {
    const { tell, kind, silenceMs, restart, onDead, onSilent } = this.#parts;
    clearTimeout(this.#grace);
    if (kind === 'rtp') {
      tell({ type: 'media', on, asked: true });
      if (!on && silenceMs !== undefined) this.#grace = setTimeout(onDead, silenceMs);
      return onSilent(!on);
    }
    tell({ type: 'media', on });
    if (on) return;
    this.#grace = setTimeout(onDead, graceMs);
    restart();
  }
}
