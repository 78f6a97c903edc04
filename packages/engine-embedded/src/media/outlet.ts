import { digitsOf, type EventStep, PRESS_STEPS, pressSteps } from './dtmf.ts';
import { encodeInto, FRAME_SAMPLES, type Law, transcode } from './g711.ts';
import type { PlayEnd } from './media-leg.ts';
import type { Player } from './player.ts';
import type { RtpPacket } from './rtp-packet.ts';
import { RtpSender } from './rtp-sender.ts';
import type { AudioFormats } from './sdp.ts';

const SILENCE = new Int16Array(FRAME_SAMPLES);

export interface OutletOptions {
  readonly formats: () => AudioFormats;
  /** Does the party want to hear us, and can it? */
  readonly isHeard: () => boolean;
  readonly transmit: (packet: Buffer) => void;
}

/**
 * The one stream that a party hears: keys that are being sent, else a play, else its bridge (relayed packets or a mix),
 * else silence, so that phones and carriers which end calls without a stream do not.
 */
export class Outlet {
  readonly sender = new RtpSender();
  readonly #options: OutletOptions;
  #player: Player | undefined;
  #presses: (EventStep | undefined)[] = [];
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

  /** False when the party has no telephone-event. */
  press(digits: string): boolean {
    if (this.#options.formats().eventType === undefined) return false;
    this.#presses.push(...digitsOf(digits).flatMap(pressSteps));
    return true;
  }

  /** A packet of the only other party. */
  relay(packet: RtpPacket, kind: Law | 'event', from: object): void {
    const { law, payloadType, eventType } = this.#options.formats();
    const outgoing = kind === 'event' ? eventType : payloadType;
    if (this.#isBusy || outgoing === undefined || !this.#options.isHeard()) return this.sender.interrupt();
    if (kind !== 'event' && kind !== law) transcode(law, packet.payload);
    const bytes = this.sender.forward(packet, from, outgoing);
    if (bytes) this.#options.transmit(bytes);
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

  #sendFrame(samples: Int16Array): void {
    if (!this.#options.isHeard()) return;
    const { law, payloadType } = this.#options.formats();
    this.#options.transmit(this.sender.frame(payloadType, (bytes, offset) => encodeInto(law, samples, bytes, offset)));
  }

  #pressOn(step: EventStep | undefined): void {
    const { eventType } = this.#options.formats();
    if (!step || eventType === undefined || !this.#options.isHeard()) return;
    if (step.first) {
      this.#eventTimestamp = this.sender.startEvent();
      this.sender.endEvent(PRESS_STEPS * FRAME_SAMPLES);
    }
    this.#options.transmit(this.sender.event(eventType, step.payload, step.first, this.#eventTimestamp));
  }
}
