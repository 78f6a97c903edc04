import { FRAME_MS } from '@alo/engine-host/audio';
import type { Law } from './g711.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** Packets may be this late and still be heard in a mix; so much later is everybody heard there. */
const DELAY_MS = 40;
const KEPT = DELAY_MS / FRAME_MS;

/** A packet that was said, in a place that is used again. */
interface Spoken {
  ssrc: number;
  timestamp: number;
  payload: Buffer;
  law: Law;
  at: number;
}

/**
 * What one party says, as frames for a mix. The last packets are always kept, because they fill the delay with which a
 * mix begins: nobody who was relayed until now falls silent for it.
 */
export class VoiceFrames {
  readonly #recent: Spoken[] = [];
  /** Where the next packet is kept, in place of the oldest. */
  #next = 0;
  #buffer: JitterBuffer | undefined;
  readonly #catchUp: () => void;

  /** Called before a mix begins: what was not worth decoding until then is pushed now. */
  constructor(catchUp: () => void = () => undefined) {
    this.#catchUp = catchUp;
  }

  /** A mix has it. */
  get isListenedTo(): boolean {
    return this.#buffer !== undefined;
  }

  push(packet: RtpPacket, law: Law, now: number): void {
    this.#keep(packet, law, now);
    this.#buffer?.push(packet, law);
  }

  begin(now: number): void {
    this.#catchUp();
    const buffer = new JitterBuffer(DELAY_MS);
    for (const spoken of [...this.#recent.slice(this.#next), ...this.#recent.slice(0, this.#next)]) {
      if (now - spoken.at < 3 * FRAME_MS) buffer.push(spoken, spoken.law);
    }
    // The first of them is due at once.
    for (let i = 0; i < KEPT; i++) buffer.pull();
    this.#buffer = buffer;
  }

  /** Copies it: the packet may be changed in place when it is relayed. Packets of one length, as they usually come, leave no garbage. */
  #keep({ ssrc, timestamp, payload }: RtpPacket, law: Law, at: number): void {
    const place = this.#recent[this.#next];
    if (place?.payload.length === payload.length) {
      payload.copy(place.payload);
      place.ssrc = ssrc;
      place.timestamp = timestamp;
      place.law = law;
      place.at = at;
    } else this.#recent[this.#next] = { ssrc, timestamp, payload: Buffer.from(payload), law, at };
    this.#next = (this.#next + 1) % KEPT;
  }

  end(): void {
    this.#buffer?.close();
    this.#buffer = undefined;
  }

  /** The next 20 ms. */
  pull(): Int16Array | undefined {
    return this.#buffer?.pull();
  }
}
