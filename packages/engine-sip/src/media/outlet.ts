import { FRAME_MS, FRAME_SAMPLES } from '@alo/engine-host/audio';
import type { AudioFormats } from './audio-formats.ts';
import type { Codec } from './codec.ts';
import { digitsOf, type EventStep, pressSteps, toneSteps } from './dtmf.ts';
import { keyTone } from './dtmf-tones.ts';
import { decode, encodeInto, type Law, transcode } from './g711.ts';
import { G722Encoder } from './g722.ts';
import type { PlayEnd } from './media-leg.ts';
import { PacketCutter } from './packet-cutter.ts';
import type { Player } from './player.ts';
import type { RtpPacket } from './rtp-packet.ts';
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
}

/** A packet of somebody, as it came and as G.711. */
export interface Spoken {
  readonly packet: RtpPacket;
  readonly codec: Codec;
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
  #player: Player | undefined;
  #presses: PressFrame[] = [];
  #eventTimestamp = 0;
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

  /** Would the packets of a press that begins now be relayed? */
  get relaysPresses(): boolean {
    return this.#options.formats().eventType !== undefined && !this.#isBusy;
  }

  /** False when the party has no telephone-event, and does not hear keys either. */
  press(digits: string, durationMs: number): boolean {
    const isEvent = this.#options.formats().eventType !== undefined;
    if (!isEvent && !this.#options.hearsKeys()) return false;
    for (const digit of digitsOf(digits)) {
      const silence = Array.from({ length: TONE_PAUSE_FRAMES }, () => SILENCE);
      const frames = isEvent
        ? pressSteps({ digit, durationMs })
        : [...keyTone(digit, toneSteps(durationMs)), ...silence];
      this.#presses.push(...frames);
    }
    return true;
  }

  /** A packet of the only other party, which came `now`. */
  relay(spoken: Spoken, from: object, now: number): void {
    const { codec, payloadType, packetMs } = this.#options.formats();
    if (this.#isBusy || !this.#options.isHeard()) return this.rest();
    const packet = this.#asSpokenHere(spoken, codec);
    if (packetMs !== undefined && packet.payload.length !== packetMs * OCTETS_PER_MS) {
      return this.#sendOctets(this.#cutter.cutPacket(packet, packetMs * OCTETS_PER_MS));
    }
    const bytes = this.sender.forward(packet, from, payloadType, now);
    if (bytes) this.#options.transmit(bytes);
  }

  /** A packet of a press of the only other party. */
  relayEvent(packet: RtpPacket, from: object, now: number): void {
    const { eventType } = this.#options.formats();
    if (this.#isBusy || eventType === undefined || !this.#options.isHeard()) return this.rest();
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

  tick(): void {
    if (this.#presses.length > 0) return this.#pressOn(this.#presses.shift());
    if (this.#player) return this.#playOn(this.#player);
    if (!this.isFed) this.#sendFrame(SILENCE);
  }

  close(): void {
    this.stop();
    this.#presses = [];
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
  #asSpokenHere({ packet, codec, plain, law }: Spoken, here: Codec): RtpPacket {
    if (codec === here) return packet;
    if (here === 'g722') this.#wide.encodeInto(decode(law, plain.payload), plain.payload, 0);
    else if (law !== here) transcode(here, plain.payload);
    return plain;
  }

  #sendFrame(samples: Int16Array): void {
    if (!this.#options.isHeard()) return;
    const { payloadType, packetMs = FRAME_MS } = this.#options.formats();
    if (packetMs === FRAME_MS) {
      const bytes = this.sender.frame(payloadType, FRAME_SAMPLES, (frame, at) => this.#encode(samples, frame, at));
      return this.#options.transmit(bytes);
    }
    const octets = Buffer.allocUnsafe(samples.length);
    this.#encode(samples, octets, 0);
    this.#sendOctets(this.#cutter.cut(octets, packetMs * OCTETS_PER_MS));
  }

  get #wide(): G722Encoder {
    this.#encoder ??= new G722Encoder();
    return this.#encoder;
  }

  #encode(samples: Int16Array, octets: Buffer, at: number): void {
    const { codec } = this.#options.formats();
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
