import type { Digit } from '@alo/call-core';
import { DigitReader, digitsOf, type EventStep, PRESS_STEPS, pressSteps } from './dtmf.ts';
import { encodeInto, FRAME_SAMPLES, type Law, transcode } from './g711.ts';
import type { LegStats, MediaLeg, Play, PlayEnd, PlaySource, RemoteDirection } from './media-leg.ts';
import type { MediaLog } from './media-plane.ts';
import { Player } from './player.ts';
import type { PromptStore } from './prompt-store.ts';
import { parseRtp, type RtpPacket } from './rtp-packet.ts';
import { RtpReception } from './rtp-reception.ts';
import { RtpSender } from './rtp-sender.ts';
import { type AudioFormats, OFFERED } from './sdp.ts';
import type { Ticker } from './ticker.ts';

const NO_MEDIA_MS = 3000;

/** Hears what one party says, packet by packet: a recording, and in time a mix. */
export type VoiceTap = (packet: RtpPacket, law: Law) => void;

export interface LegSurroundings {
  readonly ticker: Ticker;
  readonly prompts: PromptStore;
  readonly log: MediaLog;
  /** Told once, when the leg is closed. */
  readonly onClosed: (leg: AudioLeg) => void;
}

/** What all legs do alike, above the way their packets travel: sources, sinks, digits, bridge, watchdog. */
export abstract class AudioLeg implements MediaLeg {
  protected readonly surroundings: LegSurroundings;
  protected readonly sender = new RtpSender();
  readonly #reception = new RtpReception();
  readonly #digits = new DigitReader();
  readonly #taps = new Set<VoiceTap>();
  readonly #openListeners: (() => void)[] = [];
  readonly #digitListeners: ((digit: Digit) => void)[] = [];
  readonly #noMediaListeners: (() => void)[] = [];
  readonly #tickListener = () => this.#tick();
  #formats: AudioFormats = OFFERED[0] ?? { law: 'pcma', payloadType: 8, eventType: undefined };
  #direction: RemoteDirection = 'sendrecv';
  #player: Player | undefined;
  #presses: (EventStep | undefined)[] = [];
  #eventTimestamp = 0;
  #partner: AudioLeg | undefined;
  #state: 'new' | 'open' | 'closed' = 'new';
  #refused = 0;
  /** Since when the party is silent although it should not be; undefined while it need not speak, or was reported. */
  #silentSince: number | undefined;
  #mediaExpected = false;
  #dead = false;

  constructor(surroundings: LegSurroundings) {
    this.surroundings = surroundings;
    surroundings.ticker.add(this.#tickListener);
  }

  abstract answer(offer: string): Promise<string>;
  abstract offer(): Promise<string>;
  abstract acceptAnswer(answer: string): Promise<void>;
  abstract renegotiate(offer: string): Promise<string>;
  abstract restart(): Promise<string>;
  /** Sends a packet, if it can. */
  protected abstract transmit(packet: Buffer): void;
  protected abstract closeTransport(): void;

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get isClosed(): boolean {
    return this.#state === 'closed';
  }

  get remoteDirection(): RemoteDirection {
    return this.#direction;
  }

  get remoteHolds(): boolean {
    return this.#direction === 'sendonly' || this.#direction === 'inactive';
  }

  setRemoteDirection(direction: RemoteDirection): void {
    this.#direction = direction;
    this.#watchAgain();
  }

  expectMedia(expected: boolean): void {
    this.#mediaExpected = expected;
    this.#watchAgain();
    // What died before anybody asked is told now, not after 3 s.
    if (expected && this.#dead) queueMicrotask(() => this.died());
  }

  play(source: PlaySource, { loop }: { readonly loop: boolean }, onDone: (end: PlayEnd) => void): Play {
    this.#stopPlay();
    const player = new Player(source, loop, onDone);
    if (this.isClosed) {
      player.finish('stopped');
      return player;
    }
    this.#player = player;
    player.load(this.surroundings.prompts).catch((error: unknown) => {
      this.surroundings.log.warn({ err: error, source }, 'prompt cannot be played');
      this.#endPlay(player, 'failed');
    });
    return player;
  }

  stop(play: Play): void {
    if (play === this.#player) this.#stopPlay();
  }

  sendDtmf(digits: string): boolean {
    if (this.#formats.eventType === undefined || this.isClosed) return false;
    this.#presses.push(...digitsOf(digits).flatMap(pressSteps));
    return true;
  }

  onOpen(listener: () => void): void {
    if (this.isOpen) listener();
    else this.#openListeners.push(listener);
  }

  onDigit(listener: (digit: Digit) => void): void {
    this.#digitListeners.push(listener);
  }

  onNoMedia(listener: () => void): void {
    this.#noMediaListeners.push(listener);
  }

  stats(): LegStats {
    const { packetsReceived, packetsLost, jitterMs } = this.#reception;
    const packetsRefused = this.#refused;
    return { packetsReceived, packetsSent: this.sender.packetsSent, packetsLost, jitterMs, packetsRefused };
  }

  close(): void {
    if (this.isClosed) return;
    this.#state = 'closed';
    this.surroundings.ticker.remove(this.#tickListener);
    this.unbridge();
    this.#stopPlay();
    this.#presses = [];
    this.#taps.clear();
    this.closeTransport();
    this.surroundings.onClosed(this);
  }

  /** Bridges with `other`; whatever either was bridged to is let go, and their plays end. */
  bridge(other: AudioLeg): void {
    if (this.isClosed || other.isClosed || this === other) return;
    for (const leg of [this, other]) {
      leg.unbridge();
      leg.#stopPlay();
    }
    this.#partner = other;
    other.#partner = this;
  }

  unbridge(): void {
    if (this.#partner) this.#partner.#partner = undefined;
    this.#partner = undefined;
  }

  get partner(): AudioLeg | undefined {
    return this.#partner;
  }

  tap(listener: VoiceTap): void {
    if (!this.isClosed) this.#taps.add(listener);
  }

  untap(listener: VoiceTap): void {
    this.#taps.delete(listener);
  }

  protected agreed(formats: AudioFormats, direction: RemoteDirection): void {
    this.#dead = false;
    this.#formats = formats;
    this.setRemoteDirection(direction);
  }

  protected opened(): void {
    if (this.#state !== 'new') return;
    this.#state = 'open';
    this.#watchAgain();
    for (const listener of this.#openListeners.splice(0)) listener();
  }

  /** The transport is gone for good: no need to wait for the watchdog. */
  protected died(): void {
    this.#dead = true;
    if (!this.#mediaExpected || this.isClosed) return;
    this.#dead = false;
    this.#reportNoMedia();
  }

  protected refused(): void {
    this.#refused++;
  }

  /** Reads what came; undefined for what is no RTP in one of the formats. */
  protected read(bytes: Buffer): { packet: RtpPacket; kind: Law | 'event' } | undefined {
    const packet = parseRtp(bytes);
    const kind = packet && this.#kindOf(packet.payloadType);
    return packet && kind ? { packet, kind } : undefined;
  }

  /** Takes a packet that is known to be this party's. */
  protected received({ packet, kind }: { packet: RtpPacket; kind: Law | 'event' }): void {
    if (this.isClosed) return;
    const now = performance.now();
    this.#reception.note(packet, now);
    if (this.#mediaExpected) this.#silentSince = now;
    if (kind === 'event') {
      const digit = this.#digits.read(packet);
      if (digit) for (const listener of this.#digitListeners) listener(digit);
    } else {
      for (const tap of this.#taps) tap(packet, kind);
    }
    // Last, because the packet is renumbered in place.
    if (this.#partner) this.#partner.#relay(packet, kind, this);
  }

  #kindOf(payloadType: number): Law | 'event' | undefined {
    const { law, payloadType: agreed, eventType } = this.#formats;
    if (payloadType === agreed) return law;
    if (payloadType === eventType) return 'event';
    // The static numbers always mean the same, and phones do change between them.
    if (payloadType === 8) return 'pcma';
    return payloadType === 0 ? 'pcmu' : undefined;
  }

  get #hearsUs(): boolean {
    return this.#direction === 'sendrecv' || this.#direction === 'recvonly';
  }

  #relay(packet: RtpPacket, kind: Law | 'event', from: AudioLeg): void {
    const { law, payloadType, eventType } = this.#formats;
    const outgoing = kind === 'event' ? eventType : payloadType;
    const busy = this.#player !== undefined || this.#presses.length > 0;
    if (!this.isOpen || !this.#hearsUs || busy || outgoing === undefined) {
      this.sender.interrupt();
      return;
    }
    if (kind !== 'event' && kind !== law) transcode(law, packet.payload);
    const bytes = this.sender.forward(packet, from, outgoing);
    if (bytes) this.transmit(bytes);
  }

  #tick(): void {
    this.#watch();
    if (!this.isOpen) return;
    if (this.#presses.length > 0) this.#pressOn();
    else if (this.#player) this.#playOn(this.#player);
    // An idle stream flows, for phones and carriers that end calls without one.
    else if (!this.#partner) this.#sendFrame(SILENCE);
  }

  #playOn(player: Player): void {
    const frame = player.next();
    if (frame) this.#sendFrame(frame);
    else this.#endPlay(player, 'ended');
  }

  #sendFrame(samples: Int16Array): void {
    if (!this.#hearsUs) return;
    const { law, payloadType } = this.#formats;
    this.transmit(this.sender.frame(payloadType, (bytes, offset) => encodeInto(law, samples, bytes, offset)));
  }

  #pressOn(): void {
    const step = this.#presses.shift();
    const { eventType } = this.#formats;
    if (!step || eventType === undefined || !this.#hearsUs) return;
    if (step.first) {
      this.#eventTimestamp = this.sender.startEvent();
      this.sender.endEvent(PRESS_STEPS * FRAME_SAMPLES);
    }
    this.transmit(this.sender.event(eventType, step.payload, step.first, this.#eventTimestamp));
  }

  #stopPlay(): void {
    if (this.#player) this.#endPlay(this.#player, 'stopped');
  }

  #endPlay(player: Player, end: PlayEnd): void {
    if (player === this.#player) this.#player = undefined;
    player.finish(end);
  }

  #watchAgain(): void {
    const due = this.#mediaExpected && this.#direction === 'sendrecv' && !this.isClosed;
    this.#silentSince = due ? performance.now() : undefined;
  }

  #watch(): void {
    if (this.#silentSince === undefined || performance.now() - this.#silentSince < NO_MEDIA_MS) return;
    if (this.#direction === 'sendrecv') this.#reportNoMedia();
  }

  #reportNoMedia(): void {
    this.#silentSince = undefined;
    for (const listener of this.#noMediaListeners) listener();
  }
}

const SILENCE = new Int16Array(FRAME_SAMPLES);
