import { decode, FRAME_SAMPLES, type Law } from './g711.ts';
import { type RtpPacket, timestampAhead } from './rtp-packet.ts';

/** Samples held at most; a power of two. One second. */
const CAPACITY = 8192;
/** Packets in a row that are too late or far too early before the buffer takes the sender's new clock. */
const PATIENCE = 3;

/** What the buffer needs of a packet. */
export type Sound = Pick<RtpPacket, 'ssrc' | 'timestamp' | 'payload'>;

/**
 * Turns packets as they come into a frame every 20 ms: sorted by their timestamps, doubles once, gaps as silence.
 * What is said now comes out `delayFrames` frames later. A reader that pulls on each tick gets the wall clock's length.
 */
export class JitterBuffer {
  readonly delayFrames: number;
  readonly #samples = new Int16Array(CAPACITY);
  /** Timestamp of the next frame to pull, once there was a packet. */
  #readAt: number | undefined;
  #ssrc = 0;
  #outOfRange = 0;

  constructor(delayMs: number) {
    this.delayFrames = Math.round(delayMs / 20);
  }

  push(packet: Sound, law: Law): void {
    if (packet.payload.length > CAPACITY / 4) return;
    const samples = decode(law, packet.payload);
    if (this.#readAt === undefined || packet.ssrc !== this.#ssrc) this.#synchronize(packet);
    const ahead = timestampAhead(packet.timestamp, this.#readAt ?? 0);
    const delay = this.delayFrames * FRAME_SAMPLES;
    if (ahead >= 0 && ahead <= 3 * delay + FRAME_SAMPLES) this.#outOfRange = 0;
    else if (++this.#outOfRange >= PATIENCE) return this.#restart(packet, samples);
    if (ahead < 0 || ahead + samples.length > CAPACITY) return;
    this.#write(packet.timestamp, samples);
  }

  /** The next 20 ms. */
  pull(): Int16Array {
    const frame = new Int16Array(FRAME_SAMPLES);
    if (this.#readAt === undefined) return frame;
    for (let i = 0; i < FRAME_SAMPLES; i++) {
      const at = (this.#readAt + i) & (CAPACITY - 1);
      frame[i] = this.#samples[at] ?? 0;
      this.#samples[at] = 0;
    }
    this.#readAt = (this.#readAt + FRAME_SAMPLES) >>> 0;
    return frame;
  }

  #restart(packet: Sound, samples: Int16Array): void {
    this.#synchronize(packet);
    this.#write(packet.timestamp, samples);
  }

  #synchronize(packet: Sound): void {
    this.#samples.fill(0);
    this.#ssrc = packet.ssrc;
    this.#readAt = (packet.timestamp - this.delayFrames * FRAME_SAMPLES) >>> 0;
    this.#outOfRange = 0;
  }

  #write(timestamp: number, samples: Int16Array): void {
    for (let i = 0; i < samples.length; i++) this.#samples[(timestamp + i) & (CAPACITY - 1)] = samples[i] ?? 0;
  }
}
