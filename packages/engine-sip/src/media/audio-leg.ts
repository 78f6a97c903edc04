import type { Digit } from '@alo/call-core';
import { MachineEar } from '@alo/line-sound';
import { type AudioFormats, type Codecs, eventClockOf, G711, offeredFormats } from './audio-formats.ts';
import { type Codec, clockOf, fixedNumber, NOISE_NUMBER } from './codec.ts';
import { DigitReader, type Press, USUAL_PRESS_MS } from './dtmf.ts';
import { decode, encodeInto, type Law } from './g711.ts';
import { G722Decoder } from './g722.ts';
import { KeyHearer } from './key-hearer.ts';
import { LineHearer } from './line-hearer.ts';
import type { LegStats, MediaLeg, Play, PlayEnd, PlaySource, RemoteDirection } from './media-leg.ts';
import type { MediaLog } from './media-plane.ts';
import { MediaWatch } from './media-watch.ts';
import { OpusEar } from './opus-ear.ts';
import { Outlet, type SpokenPacket } from './outlet.ts';
import { Player } from './player.ts';
import type { PromptStore } from './prompt-store.ts';
import { Rtcp, type RtcpQuality } from './rtcp.ts';
import { parseRtp, RTP_HEADER, type RtpPacket } from './rtp-packet.ts';
import { RtpReception } from './rtp-reception.ts';
import type { Ticker } from './ticker.ts';
import { VoiceFrames } from './voice-frames.ts';

/** Receives one party's voice, packet by packet: a recording. */
export type VoiceTap = (packet: RtpPacket, law: Law) => void;

/** Every five seconds (RFC 3550 §6.2). */
const REPORT_TICKS = 250;

/** The bridge that a leg is in, as the leg sees it. */
export interface LegBridge {
  remove(leg: AudioLeg): void;
  /** A key that this party pressed, for those who hear it. */
  pass(from: AudioLeg, press: Press): void;
}

export interface LegSurroundings {
  readonly ticker: Pick<Ticker, 'add' | 'remove'>;
  readonly prompts: PromptStore;
  readonly log: MediaLog;
  /** Spoken with whoever has nothing else. */
  readonly lastResorts: Codecs;
  /** Told once, when the leg is closed. */
  readonly onClosed: (leg: AudioLeg) => void;
  /** True for a carrier: without telephone-event, keys go there as tones and come from there as tones. */
  readonly hearsKeys?: boolean;
  /** What a carrier says before it answers is heard. */
  readonly hearsLine?: boolean;
}

/** A packet and what is in it. */
interface Heard {
  readonly packet: RtpPacket;
  readonly kind: Codec | 'event' | 'noise';
}

const CHANGEABLE: readonly Codec[] = ['pcma', 'pcmu', 'g722'];

/** Before anything is agreed on. */
const [usual = { codec: 'pcma', payloadType: 8, eventType: undefined, packetMs: undefined } as const] =
  offeredFormats(G711);

/** The part of a leg above its transport: received packets go to digits, taps and the bridge. */
export abstract class AudioLeg implements MediaLeg {
  protected readonly surroundings: LegSurroundings;
  /** The stream that the party hears. */
  readonly outlet: Outlet;
  /** The party's voice as frames, for a mix. */
  readonly voice = new VoiceFrames(() => this.#catchUp());
  /** The bridge that this leg is in; kept by the bridge. */
  bridge: LegBridge | undefined;
  /** The only other party, while packets go straight to it; kept by the bridge. */
  partner: AudioLeg | undefined;
  readonly #reception = new RtpReception();
  readonly #rtcp: Rtcp;
  readonly #digits = new DigitReader((press) => this.#released(press));
  /** Made with the first packet of G.722. */
  #decoder: G722Decoder | undefined;
  /** Of a party that speaks Opus. */
  #opus: OpusEar | undefined;
  readonly #taps = new Set<VoiceTap>();
  readonly #openListeners: (() => void)[] = [];
  readonly #digitListeners: ((digit: Digit) => void)[] = [];
  readonly #qualityListeners: ((quality: RtcpQuality) => void)[] = [];
  readonly #unsendableListeners: ((digits: string, durationMs: number) => void)[] = [];
  readonly #mediaListeners: ((on: boolean) => void)[] = [];
  readonly #watch = new MediaWatch((on) => {
    for (const listener of this.#mediaListeners) listener(on);
  });
  readonly #tickListener = (now: number) => this.#tick(now);
  #formats: AudioFormats = usual;
  #direction: RemoteDirection = 'sendrecv';
  #state: 'new' | 'open' | 'closed' = 'new';
  #refused = 0;
  #isSending = true;
  /** The press that goes on is relayed, packet by packet. */
  #isRelayed = false;
  #hearer: KeyHearer | undefined;
  /** Until it is answered; and from then on, until it is known who did. */
  #line: LineHearer | undefined;
  #pickedUp: MachineEar | undefined;
  readonly #machineListeners: ((words: string) => void)[] = [];
  /** Not all at once, though they be answered at once (RFC 3550 §6.2). */
  #ticksToReport = Math.round(REPORT_TICKS * (0.5 + Math.random() / 2));

  /** The party's keys come in its signalling (INFO). */
  #tellsKeys = false;

  constructor(surroundings: LegSurroundings) {
    this.surroundings = surroundings;
    if (surroundings.hearsLine === true) this.#line = new LineHearer();
    this.outlet = new Outlet({
      formats: () => this.#formats,
      isHeard: () =>
        this.isOpen && this.#isSending && (this.#direction === 'sendrecv' || this.#direction === 'recvonly'),
      hearsKeys: () => this.#hearsKeys,
      transmit: (packet) => this.transmit(packet),
      log: surroundings.log,
    });
    this.#rtcp = new Rtcp(this.outlet.sender, this.#reception);
    surroundings.ticker.add(this.#tickListener);
  }

  abstract answer(offer: string): Promise<string>;
  abstract offer(): Promise<string>;
  abstract acceptAnswer(answer: string): Promise<void>;
  abstract renegotiate(offer: string): Promise<string>;
  abstract restart(): Promise<string>;
  /** Sends a packet, if it can. */
  protected abstract transmit(packet: Buffer): void;
  /** Sends a report, if it can. */
  protected abstract transmitReport(packet: Buffer): void;
  protected abstract closeTransport(): void;

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get isWide(): boolean {
    return this.#formats.codec === 'g722';
  }

  get speaksOpus(): boolean {
    return this.#formats.codec === 'opus';
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
    this.#watch.direction = direction;
  }

  setSending(on: boolean): void {
    this.#isSending = on;
  }

  expectMedia(expected: boolean): void {
    if (expected && this.#line !== undefined) {
      this.#line = undefined;
      this.#pickedUp = new MachineEar();
    }
    this.#watch.expect(expected);
  }

  play(sources: readonly PlaySource[], { loop }: { readonly loop: boolean }, onDone: (end: PlayEnd) => void): Play {
    const player = new Player(sources, loop, onDone);
    if (this.isClosed) {
      player.finish('stopped');
      return player;
    }
    this.outlet.play(player);
    const { prompts, log } = this.surroundings;
    player
      .load(prompts, (source, error) => log.warn({ err: error, source }, 'prompt cannot be played'))
      .catch(() => this.outlet.stop(player, 'failed')); // Each file that is missing was told.
    return player;
  }

  stop(play: Play): void {
    if (play instanceof Player) this.outlet.stop(play);
  }

  sendDtmf(digits: string, durationMs = USUAL_PRESS_MS): void {
    if (this.isClosed || this.outlet.press(digits, durationMs)) return;
    for (const listener of this.#unsendableListeners) listener(digits, durationMs);
  }

  onUnsendable(listener: (digits: string, durationMs: number) => void): void {
    this.#unsendableListeners.push(listener);
  }

  /** Audio can flow: DTLS is up, or the address of the far end is known. At once when that is already so. */
  onOpen(listener: () => void): void {
    if (this.isOpen) listener();
    else this.#openListeners.push(listener);
  }

  onDigit(listener: (digit: Digit) => void): void {
    this.#digitListeners.push(listener);
  }

  onQuality(listener: (quality: RtcpQuality) => void): void {
    this.#qualityListeners.push(listener);
  }

  onMedia(listener: (on: boolean) => void): void {
    this.#mediaListeners.push(listener);
  }

  onMachine(listener: (words: string) => void): void {
    this.#machineListeners.push(listener);
  }

  /** It goes with this process. */
  onLost(): void {}

  get isLost(): boolean {
    return false;
  }

  stats(): LegStats {
    const { packetsReceived, packetsLost, jitterMs } = this.#reception;
    const { packetsSent } = this.outlet.sender;
    const { codec } = this.#formats;
    const { ofAll } = this.#rtcp;
    const said = this.#line?.said();
    return {
      packetsReceived,
      packetsSent,
      packetsLost,
      packetsRefused: this.#refused,
      codec,
      ...ofAll,
      jitterMs: ofAll.jitterMs ?? jitterMs,
      ...(said === undefined ? {} : { said }),
    };
  }

  close(told?: (stats: LegStats) => void): void {
    if (this.isClosed) return;
    told?.(this.stats());
    this.#state = 'closed';
    this.surroundings.ticker.remove(this.#tickListener);
    this.bridge?.remove(this);
    this.outlet.close();
    this.#watch.expect(false);
    this.#taps.clear();
    this.#opus?.close();
    this.closeTransport();
    this.surroundings.onClosed(this);
  }

  tap(listener: VoiceTap): void {
    if (!this.isClosed) this.#taps.add(listener);
  }

  untap(listener: VoiceTap): void {
    this.#taps.delete(listener);
  }

  protected agreed(formats: AudioFormats, direction: RemoteDirection): void {
    this.#watch.revive();
    this.#formats = formats;
    this.#digits.clock = eventClockOf(formats);
    this.outlet.retune();
    if (this.speaksOpus && !this.isClosed) this.#ear.prepare();
    this.setRemoteDirection(direction);
  }

  protected opened(): void {
    if (this.#state !== 'new') return;
    this.#state = 'open';
    this.#watch.direction = this.#direction; // Its patience begins now.
    for (const listener of this.#openListeners.splice(0)) listener();
  }

  /** The transport is gone for good: no need to wait for the watchdog. */
  protected died(): void {
    if (!this.isClosed) this.#watch.died();
  }

  protected refused(): void {
    this.#refused++;
  }

  /** Takes a report that is known to be this party's. */
  protected reported(bytes: Buffer): void {
    if (!this.isClosed) this.#rtcp.receive(bytes);
  }

  /** Reads what came; undefined for what is no RTP in one of the formats. */
  protected read(bytes: Buffer): Heard | undefined {
    const packet = parseRtp(bytes);
    const kind = packet && this.#kindOf(packet.payloadType);
    return packet && kind ? { packet, kind } : undefined;
  }

  /** Takes a packet that is known to be this party's, and came `now`. */
  protected received({ packet, kind }: Heard, now: number): void {
    if (this.isClosed) return;
    this.#reception.note(packet, now, clockOf(kind === 'event' || kind === 'noise' ? this.#formats.codec : kind));
    this.#watch.heard(now);
    switch (kind) {
      case 'noise': // Comfort noise stands for silence: the partner hears silence where nothing is sent.
        return this.partner?.outlet.rest();
      case 'event':
        return this.#receivedEvent(packet, now);
      case 'pcma':
      case 'pcmu':
        return this.#receivedAudio({ packet, codec: kind, plain: packet, law: kind }, now);
      case 'g722':
        return this.#receivedAudio({ packet, codec: kind, plain: this.#plainOf(packet), law: 'pcma' }, now);
      case 'opus':
        return this.#receivedOpus(packet, now);
      default:
        kind satisfies never;
    }
  }

  pressed(digit: Digit, durationMs = USUAL_PRESS_MS): void {
    if (this.isClosed) return;
    this.#tellsKeys = true;
    this.bridge?.pass(this, { digit, durationMs });
    this.#tellDigit(digit);
  }

  #receivedAudio(spoken: SpokenPacket, now: number): void {
    this.#listen(spoken, now);
    // Last, because the packet is renumbered in place.
    this.partner?.outlet.relay(spoken, this, now);
  }

  #listen(spoken: SpokenPacket, now: number): void {
    this.voice.push(spoken.plain, spoken.law, now);
    for (const tap of this.#taps) tap(spoken.plain, spoken.law);
    this.#line?.hear(spoken.law, spoken.plain.payload);
    if (this.#pickedUp !== undefined) this.#hearWhoPickedUp(this.#pickedUp, spoken);
    this.#hearKeys(spoken);
  }

  #hearWhoPickedUp(ear: MachineEar, { law, plain }: SpokenPacket): void {
    const verdict = ear.push(decode(law, plain.payload));
    if (verdict === undefined) return;
    this.#pickedUp = undefined;
    if (verdict.by === 'machine') for (const listener of this.#machineListeners) listener(verdict.words);
  }

  /** Goes on as it is where it can, and is decoded where somebody needs what is in it. */
  #receivedOpus(packet: RtpPacket, now: number): void {
    const outlet = this.partner?.outlet;
    const isPassed = outlet?.takesOpus ?? false;
    if (
      this.voice.isListenedTo ||
      this.#taps.size > 0 ||
      this.#isHeardForKeys ||
      this.#line ||
      this.#pickedUp ||
      (outlet && !isPassed)
    ) {
      for (const plain of this.#ear.hear(packet, now)) {
        const spoken = { packet: plain, codec: 'pcma', plain, law: 'pcma' } as const;
        if (isPassed) this.#listen(spoken, now);
        else this.#receivedAudio(spoken, now);
      }
    } else this.#ear.skip(packet, now);
    if (isPassed) outlet?.pass(packet, this, now);
  }

  get #ear(): OpusEar {
    this.#opus ??= new OpusEar(this.surroundings.log);
    return this.#opus;
  }

  #catchUp(): void {
    for (const { plain, at } of this.#opus?.catchUp() ?? []) this.voice.push(plain, 'pcma', at);
  }

  /** False once the carrier sends keys by INFO: it gets ours by INFO, too. */
  get #hearsKeys(): boolean {
    return this.surroundings.hearsKeys === true && !this.#tellsKeys;
  }

  /** Keys that are only tones are heard by the others as well: they are told to call control and not passed on. */
  #hearKeys({ plain, law }: SpokenPacket): void {
    if (!this.#isHeardForKeys) return;
    this.#hearer ??= new KeyHearer();
    for (const digit of this.#hearer.push(law, plain.payload)) this.#tellDigit(digit);
  }

  get #isHeardForKeys(): boolean {
    return this.#hearsKeys && this.#formats.eventType === undefined;
  }

  /** The packets of a press go straight to a partner that can take them now; else it is pressed anew, when it is over. */
  #receivedEvent(packet: RtpPacket, now: number): void {
    const digit = this.#digits.read(packet);
    if (digit) {
      this.#isRelayed = this.partner?.outlet.relaysPresses(this.#formats) ?? false;
      this.#tellDigit(digit);
    }
    this.partner?.outlet.relayEvent(packet, this, now, this.#formats);
  }

  #released(press: Press): void {
    if (!this.#isRelayed && !this.isClosed) this.bridge?.pass(this, press);
  }

  /** A packet of G.722 as the A-law packet that the others get. */
  #plainOf(packet: RtpPacket): RtpPacket {
    this.#decoder ??= new G722Decoder();
    const samples = this.#decoder.decode(packet.payload);
    const bytes = Buffer.allocUnsafe(RTP_HEADER + samples.length);
    encodeInto('pcma', samples, bytes, RTP_HEADER);
    return { ...packet, bytes, payload: bytes.subarray(RTP_HEADER) };
  }

  #tellDigit(digit: Digit): void {
    for (const listener of this.#digitListeners) listener(digit);
  }

  #kindOf(payloadType: number): Heard['kind'] | undefined {
    const { codec, payloadType: agreed, eventType } = this.#formats;
    if (payloadType === agreed) return codec;
    if (payloadType === eventType) return 'event';
    if (payloadType === NOISE_NUMBER) return 'noise';
    // The static numbers always mean the same, and phones do change between them.
    return CHANGEABLE.find((other) => fixedNumber(other) === payloadType);
  }

  #tick(now: number): void {
    this.#watch.tick(now);
    if (!this.isOpen) return;
    this.#digits.tick();
    this.outlet.tick();
    this.#ticksToReport--;
    if (this.#ticksToReport === 0) this.#report();
  }

  #report(): void {
    this.#ticksToReport = REPORT_TICKS;
    const { packet, quality } = this.#rtcp.report();
    if (this.#isSending) this.transmitReport(packet);
    for (const listener of this.#qualityListeners) listener(quality);
  }
}

/** Legs of a plane are made by it. */
export function audioLegOf(leg: MediaLeg): AudioLeg {
  if (!(leg instanceof AudioLeg)) throw new TypeError('a leg of another plane');
  return leg;
}
