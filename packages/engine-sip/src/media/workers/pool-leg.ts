import type { Digit } from '@alo/call-core';
import type { LegStats, MediaLeg, Play, PlayEnd, PlaySource } from '../media-leg.ts';
import type { LegOptions, MediaPlane } from '../media-plane.ts';
import { LegElsewhere } from './leg-elsewhere.ts';

export interface PoolLegParts {
  readonly conversation: string | undefined;
  readonly plane: MediaPlane;
  /** Makes the leg in a process; `after` says what it goes on with. */
  readonly make: (plane: MediaPlane, after: Pick<LegOptions, 'after'>) => MediaLeg;
  readonly onClosed: () => void;
}

interface Playing extends Play {
  readonly loop: boolean;
  readonly onDone: (end: PlayEnd) => void;
  seated: Play | undefined;
}

/** A party that was told while it agreed on something else, or that took no other transport, is told again. */
const tellAgainMs = 3_000;

/** A leg in one of several processes; in another when that one died. */
export class PoolLeg extends LegElsewhere implements MediaLeg {
  readonly conversation: string | undefined;
  /** The bridge that it is in; kept by the bridge. */
  bridge: { remove(leg: PoolLeg): void } | undefined;
  readonly #parts: PoolLegParts;
  #plane: MediaPlane;
  #seat: MediaLeg;
  readonly #lostListeners: (() => void)[] = [];
  /** What the far end said last, and what we did. */
  #said = { theirs: '', ours: '' };
  #isSending = true;
  #isExpected = false;
  #playing: Playing | undefined;
  /** The transport went with its process, and another one was only offered, or not even that. */
  #transport: 'there' | 'lost' | 'offered' = 'there';

  constructor(parts: PoolLegParts) {
    super();
    this.#parts = parts;
    this.conversation = parts.conversation;
    this.#plane = parts.plane;
    this.#seat = this.#take(parts.plane);
  }

  get plane(): MediaPlane {
    return this.#plane;
  }

  /** The leg as its process has it. */
  get seat(): MediaLeg {
    return this.#seat;
  }

  /** Its process died. */
  moveTo(plane: MediaPlane): void {
    this.#plane = plane;
    this.#seat = this.#take(plane);
    this.#transport = 'lost';
    this.#seat.setSending(this.#isSending);
    if (this.#isExpected) this.#seat.expectMedia(true);
    if (this.#playing !== undefined) this.#begin(this.#playing);
  }

  /** Tells it where the party is expected to be heard, else once it is; until another transport is taken. */
  tellLost(): void {
    if (!this.isLost || !this.#isExpected || this.isClosed) return;
    for (const listener of this.#lostListeners) listener();
    setTimeout(() => this.tellLost(), tellAgainMs).unref();
  }

  get isLost(): boolean {
    return this.#transport !== 'there';
  }

  protected get agreed(): MediaLeg {
    return this.#seat;
  }

  answer(offer: string): Promise<string> {
    return this.#answer(offer, (seat) => seat.answer(offer));
  }

  renegotiate(offer: string): Promise<string> {
    return this.#answer(offer, (seat) => seat.renegotiate(offer));
  }

  offer(): Promise<string> {
    // One that lost its transport has no running session that the same could be offered of.
    return this.isLost ? this.restart() : this.#offer((seat) => seat.offer());
  }

  restart(): Promise<string> {
    return this.#offer((seat) => seat.restart());
  }

  async acceptAnswer(answer: string): Promise<void> {
    // To an offer of the process that died: there is nothing that it could be taken for.
    if (this.#transport !== 'lost') {
      await this.#seat.acceptAnswer(answer);
      this.#transport = 'there';
    }
    this.#said = { ...this.#said, theirs: answer };
  }

  setSending(on: boolean): void {
    this.#isSending = on;
    this.#seat.setSending(on);
  }

  expectMedia(expected: boolean): void {
    this.#isExpected = expected;
    this.#seat.expectMedia(expected);
    // What was lost before anybody asked is told now.
    if (this.isLost && expected) queueMicrotask(() => this.tellLost());
  }

  play(sources: readonly PlaySource[], { loop }: { readonly loop: boolean }, onDone: (end: PlayEnd) => void): Play {
    const playing: Playing = { sources, loop, onDone, seated: undefined };
    this.#playing = playing;
    this.#begin(playing);
    return playing;
  }

  stop(play: Play): void {
    if (play === this.#playing && this.#playing.seated !== undefined) this.#seat.stop(this.#playing.seated);
  }

  sendDtmf(digits: string, durationMs?: number): void {
    this.#seat.sendDtmf(digits, durationMs);
  }

  pressed(digit: Digit, durationMs?: number): void {
    this.#seat.pressed(digit, durationMs);
  }

  onLost(listener: () => void): void {
    this.#lostListeners.push(listener);
  }

  close(told?: (stats: LegStats | undefined) => void): void {
    if (!this.closeOnce()) return;
    this.bridge?.remove(this);
    this.#seat.close(told);
    this.#parts.onClosed();
  }

  #take(plane: MediaPlane): MediaLeg {
    const after = this.#said.ours === '' ? {} : { after: this.#said };
    const seat = this.#parts.make(plane, after);
    // Of a process that died nothing is told any more.
    seat.onDigit((digit) => this.tellDigit(digit));
    seat.onQuality((quality) => this.tellQuality(quality));
    seat.onMedia((on) => this.tellMedia(on));
    seat.onMachine((words) => this.tellMachine(words));
    seat.onUnsendable((digits, ms) => this.tellUnsendable(digits, ms));
    return seat;
  }

  #begin(playing: Playing): void {
    const { sources, loop } = playing;
    playing.seated = this.#seat.play(sources, { loop }, (end) => {
      if (this.#playing === playing) this.#playing = undefined;
      playing.onDone(end);
    });
  }

  async #answer(offer: string, answer: (seat: MediaLeg) => Promise<string>): Promise<string> {
    const ours = await answer(this.#seat);
    this.#said = { theirs: offer, ours };
    this.#transport = 'there';
    return ours;
  }

  async #offer(offer: (seat: MediaLeg) => Promise<string>): Promise<string> {
    const ours = await offer(this.#seat);
    this.#said = { ...this.#said, ours };
    if (this.isLost) this.#transport = 'offered';
    return ours;
  }
}

/** Legs of a pool are made by it. */
export function poolLegOf(leg: MediaLeg): PoolLeg {
  if (!(leg instanceof PoolLeg)) throw new TypeError('a leg of another plane');
  return leg;
}
