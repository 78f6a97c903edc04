import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from '@alo/engine-host/audio';
import { type AudioFormats, eventClockOf } from './audio-formats.ts';
import { type Codec, clockOf } from './codec.ts';
import { digitsOf, type EventStep, pressSteps, toneSteps } from './dtmf.ts';
import { keyTone } from './dtmf-tones.ts';
import { decode, encodeInto, type Law, transcode } from './g711.ts';
import { G722Encoder } from './g722.ts';
import type { PlayEnd } from './media-leg.ts';
import type { MediaLog } from './media-plane.ts';
import { OpusEncoder, SILENT_OPUS } from './opus.ts';
import { PacketCutter } from './packet-cutter.ts';
import type { Player } from './player.ts';
import { RTP_HEADER, type RtpPacket } from './rtp-packet.ts';
import { RtpSender } from './rtp-sender.ts';

const SILENCE = new Int16Array(FRAME_SAMPLES);
/** After a key's sound, for the next one to be another press (ITU-T Q.24: 40 ms). */
const TONE_PAUSE_FRAMES = 4;

export interface OutletOptions {
  readonly formats: () => AudioFormats;
  /** Does the party want to hear us, and can it? */
  readonly isHeard: () => boolean;
  /** Is it told keys by their sound where it has no telephone-event? */
  readonly hearsKeys: () => boolean;
  readonly transmit: (packet: Buffer) => void;
  readonly log: MediaLog;
}

/** A packet of somebody, as it came and as G.711. Opus is passed on as it came, or is G.711 already. */
export interface SpokenPacket {
  readonly packet: RtpPacket;
  readonly codec: Exclude<Codec, 'opus'>;
  readonly plain: RtpPacket;
  readonly law: Law;
}

/** A frame of a press that is being sent: an event, a sound, or a pause. */
type PressFrame = EventStep | Int16Array | undefined;

/**
 * The one stream that a party hears: keys that are being sent, else a play, else its bridge (relayed packets or a mix),
 * else silence, so that phones and carriers which end calls without a stream do not.
 */
export class Outlet {
  readonly sender = new RtpSender();
  readonly #options: OutletOptions;
  readonly #cutter = new PacketCutter();
  /** For who is spoken to in G.722, from then on. */
  #encoder: G722Encoder | undefined;
  /** The same in Opus. */
  #opus: OpusEncoder | undefined;
  #player: Player | undefined;
  #presses: PressFrame[] = [];
  #eventTimestamp = 0;
  /** Told of each frame that is said to the party, but for what packets of others bring. */
  readonly #hearers = new Set<(samples: Int16Array) => void>();
  /** A bridge sends what is heard while nothing else is. */
  isFed = false;

  constructor(options: OutletOptions) {
    this.#options = options;
  }

  play(player: Player): void {
    this.stop();
    this.#player = player;
  }

  /** Ends the play, or the given one if it is still the current. */
  stop(player = this.#player, end: PlayEnd = 'stopped'): void {
    if (player === this.#player) this.#player = undefined;
    player?.finish(end);
  }

  /** Another codec may have been agreed on. */
  retune(): void {
    this.sender.setClock(clockOf(this.#options.formats().codec));
  }

  /** What comes in Opus can go on as it is. */
  get takesOpus(): boolean {
    return this.#options.formats().codec === 'opus';
  }

  /** Would the packets of a press that begins now, by a party of these formats, be relayed? They are what they are by its clocks alone. */
  relaysPresses(theirs: AudioFormats): boolean {
    const ours = this.#options.formats();
    const sameClocks = eventClockOf(ours) === eventClockOf(theirs) && clockOf(ours.codec) === clockOf(theirs.codec);
    return ours.eventType !== undefined && sameClocks && !this.#isBusy;
  }

  /** False when the party has no telephone-event, and does not hear keys either. */
  press(digits: string, durationMs: number): boolean {
    const formats = this.#options.formats();
    const isEvent = formats.eventType !== undefined;
    if (!isEvent && !this.#options.hearsKeys()) return false;
    for (const digit of digitsOf(digits)) {
      const silence = Array.from({ length: TONE_PAUSE_FRAMES }, () => SILENCE);
      const frames = isEvent
        ? pressSteps({ digit, durationMs }, eventClockOf(formats))
        : [...keyTone(digit, toneSteps(durationMs)), ...silence];
      this.#presses.push(...frames);
    }
    return true;
  }

  /** A packet of the only other party, which came `now`. */
  relay(spoken: SpokenPacket, from: object, now: number): void {
    const { codec, payloadType, packetMs } = this.#options.formats();
    if (this.#isBusy || !this.#options.isHeard()) return this.rest();
    if (codec === 'opus') return this.#relayAsOpus(spoken, from, now);
    const packet = this.#asSpokenHere(spoken, codec);
    if (packetMs !== undefined && packet.payload.length !== packetMs * OCTETS_PER_MS) {
      return this.#sendOctets(this.#cutter.cutPacket(packet, packetMs * OCTETS_PER_MS));
    }
    const bytes = this.sender.forward(packet, from, payloadType, now);
    if (bytes) this.#options.transmit(bytes);
  }

  /** A packet of the only other party that is spoken so here as well. */
  pass(packet: RtpPacket, from: object, now: number): void {
    if (this.#isBusy || !this.#options.isHeard()) return this.rest();
    const bytes = this.sender.forward(packet, from, this.#options.formats().payloadType, now);
    if (bytes) this.#options.transmit(bytes);
  }

  /** A packet of a press of the only other party, which has these formats. */
  relayEvent(packet: RtpPacket, from: object, now: number, theirs: AudioFormats): void {
    const { eventType } = this.#options.formats();
    if (eventType === undefined || !this.relaysPresses(theirs) || !this.#options.isHeard()) return this.rest();
    const bytes = this.sender.forward(packet, from, eventType, now);
    if (bytes) this.#options.transmit(bytes);
  }

  /** The other party says nothing that is heard: what it says next goes on where it ended. */
  rest(): void {
    this.sender.interrupt();
  }

  /** A frame of a mix. */
  take(samples: Int16Array): void {
    if (!this.#isBusy) this.#sendFrame(samples);
  }

  listen(hear: (samples: Int16Array) => void): void {
    this.#hearers.add(hear);
  }

  unlisten(hear: (samples: Int16Array) => void): void {
    this.#hearers.delete(hear);
  }

  tick(): void {
    if (this.#presses.length > 0) return this.#pressOn(this.#presses.shift());
    if (this.#player) return this.#playOn(this.#player);
    if (!this.isFed) this.#sendFrame(SILENCE);
  }

  close(): void {
    this.stop();
    this.#presses = [];
    this.#opus?.close();
  }

  get #isBusy(): boolean {
    return this.#player !== undefined || this.#presses.length > 0;
  }

  #playOn(player: Player): void {
    const frame = player.next();
    if (frame) this.#sendFrame(frame);
    else this.stop(player, 'ended');
  }

  /** Changes the packet's octets in place, unless it is spoken so already. */
  #asSpokenHere({ packet, codec, plain, law }: SpokenPacket, here: SpokenPacket['codec']): RtpPacket {
    if (codec === here) return packet;
    if (here === 'g722') this.#wide.encodeInto(decode(law, plain.payload), plain.payload, 0);
    else if (law !== here) transcode(here, plain.payload);
    return plain;
  }

  /** Opus is made of frames; a packet of one keeps its place, so that what was lost before it is missed. */
  #relayAsOpus({ plain, law }: SpokenPacket, from: object, now: number): void {
    const { payloadType } = this.#options.formats();
    if (plain.payload.length !== FRAME_SAMPLES) {
      for (const octets of this.#cutter.cutPacket(plain, FRAME_SAMPLES)) this.#sendOpus(decode(law, octets));
      return;
    }
    const payload = Buffer.from(this.#spoken.encode(decode(law, plain.payload)));
    const bytes = Buffer.concat([Buffer.allocUnsafe(RTP_HEADER), payload]);
    const timestamp = (plain.timestamp * (clockOf('opus') / SAMPLE_RATE)) >>> 0;
    const packet = { ...plain, bytes, payload, timestamp };
    const sent = this.sender.forward(packet, from, payloadType, now);
    if (sent) this.#options.transmit(sent);
  }

  #sendOpus(samples: Int16Array): void {
    const { payloadType } = this.#options.formats();
    // Most of what is sent is silence, for who waits: it is known without a coder.
    const frame = samples === SILENCE ? SILENT_OPUS : this.#spoken.encode(samples);
    this.#options.transmit(this.sender.frame(payloadType, frame.length, (bytes, at) => bytes.set(frame, at)));
  }

  get #spoken(): OpusEncoder {
    this.#opus ??= new OpusEncoder(this.#options.log);
    return this.#opus;
  }

  #sendFrame(samples: Int16Array): void {
    if (!this.#options.isHeard()) return;
    for (const hear of this.#hearers) hear(samples);
    const { codec, payloadType, packetMs = FRAME_MS } = this.#options.formats();
    if (codec === 'opus') return this.#sendOpus(samples);
    if (packetMs === FRAME_MS) {
      const bytes = this.sender.frame(payloadType, FRAME_SAMPLES, (frame, at) =>
        this.#encode(codec, samples, frame, at),
      );
      return this.#options.transmit(bytes);
    }
    const octets = Buffer.allocUnsafe(samples.length);
    this.#encode(codec, samples, octets, 0);
    this.#sendOctets(this.#cutter.cut(octets, packetMs * OCTETS_PER_MS));
  }

  get #wide(): G722Encoder {
    this.#encoder ??= new G722Encoder();
    return this.#encoder;
  }

  #encode(codec: SpokenPacket['codec'], samples: Int16Array, octets: Buffer, at: number): void {
    if (codec === 'g722') this.#wide.encodeInto(samples, octets, at);
    else encodeInto(codec, samples, octets, at);
  }

  #sendOctets(packets: readonly Buffer[]): void {
    const { payloadType } = this.#options.formats();
    for (const octets of packets) {
      this.#options.transmit(this.sender.frame(payloadType, octets.length, (bytes, at) => void octets.copy(bytes, at)));
    }
  }

  #pressOn(frame: PressFrame): void {
    if (frame instanceof Int16Array) return this.#sendFrame(frame);
    const { eventType } = this.#options.formats();
    if (!frame || eventType === undefined || !this.#options.isHeard()) return;
    const isFirst = frame.takesSamples !== undefined;
    if (frame.takesSamples !== undefined) {
      this.#eventTimestamp = this.sender.startEvent();
      this.sender.endEvent(frame.takesSamples);
    }
    this.#options.transmit(this.sender.event(eventType, frame.payload, isFirst, this.#eventTimestamp));
  }
}

const OCTETS_PER_MS = FRAME_SAMPLES / FRAME_MS;
