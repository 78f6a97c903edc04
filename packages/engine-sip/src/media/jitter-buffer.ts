import { FRAME_SAMPLES } from '@alo/engine-host/audio';
import { clampSample, decodeIntoRing, type Law } from './g711.ts';
import { type RtpPacket, timestampAhead } from './rtp-packet.ts';
import { giveSamples, takeSamples } from './spare-samples.ts';

/** Samples held at most; a power of two. One second. */
const CAPACITY = 8192;
/** Packets that are too late before the buffer waits longer, or far from it in a row before it takes the sender's new clock. */
const PATIENCE = 3;
/** One that is in time makes up for so much of one that is late: a second of them for each. */
const FORGIVEN = 1 / 50;
/** A quarter of a second: what is further behind is of another clock. */
const MOST_LATE = CAPACITY / 4;

/** Nothing is written there, and nothing read. */
const closed = new Int16Array(0);

/** The parts of a packet that the buffer needs. */
export type BufferedRtp = Pick<RtpPacket, 'ssrc' | 'timestamp' | 'payload'>;

/**
 * Turns packets as they come into a frame every 20 ms: sorted by their timestamps, doubles once, gaps as silence.
 * What is said now comes out `delayFrames` frames later. A reader that pulls on each tick gets the wall clock's length.
 */
export class JitterBuffer {
  readonly delayFrames: number;
  #samples = takeSamples(CAPACITY);
  /** Timestamp of the next frame to pull, once there was a packet. */
  #readAt: number | undefined;
  #ssrc = 0;
  #outOfRange = 0;
  /** Packets that came too late, each forgiven after a while. */
  #late = 0;
  /** Where the newest packet ends. */
  #end: number | undefined;
  /** What was said before this has come out, or will not: nothing is heard twice, or behind what follows it. */
  #heard: number | undefined;

  constructor(delayMs: number) {
    this.delayFrames = Math.round(delayMs / 20);
  }

  push(packet: BufferedRtp, law: Law): void {
    if (packet.payload.length > CAPACITY / 4) return;
    if (this.#readAt === undefined || packet.ssrc !== this.#ssrc) this.#synchronize(packet);
    const ahead = timestampAhead(packet.timestamp, this.#readAt ?? 0);
    if (ahead >= 0 && ahead <= this.#farthest) this.#calm();
    else if (ahead < 0 && ahead > -MOST_LATE) {
      if (++this.#late < PATIENCE) return;
      this.#wait(-ahead);
    } else if (++this.#outOfRange >= PATIENCE) return this.#restart(packet, law);
    const place = timestampAhead(packet.timestamp, this.#readAt ?? 0);
    const isHeard = this.#heard !== undefined && timestampAhead(packet.timestamp, this.#heard) < 0;
    if (isHeard || place < 0 || place + packet.payload.length > CAPACITY) return;
    this.#write(packet, law);
  }

  /** The next 20 ms. */
  pull(): Int16Array {
    const frame = new Int16Array(FRAME_SAMPLES);
    this.pullInto(frame, 0, 1);
    return frame;
  }

  /** Adds the next 20 ms to every `step`-th sample from `at` on. */
  pullInto(sum: Int16Array, at: number, step: number): void {
    const readAt = this.#readAt;
    if (readAt === undefined) return;
    const samples = this.#samples;
    const first = readAt & (CAPACITY - 1);
    for (let i = 0; i < FRAME_SAMPLES; i++) {
      const from = (first + i) & (CAPACITY - 1);
      const to = at + i * step;
      sum[to] = clampSample((sum[to] ?? 0) + (samples[from] ?? 0));
      samples[from] = 0;
    }
    this.#readAt = (readAt + FRAME_SAMPLES) >>> 0;
  }

  /** Returns its samples to the spare ones. Packets from here on are dropped, and frames that are pulled are silent. */
  close(): void {
    if (this.#samples === closed) return;
    giveSamples(this.#samples);
    this.#samples = closed;
  }

  /** A packet was in time. */
  #calm(): void {
    this.#outOfRange = 0;
    this.#late = Math.max(0, this.#late - FORGIVEN);
  }

  /** The way has become longer: what comes out does so later from now on, by a pause of whole frames. */
  #wait(samples: number): void {
    const [readAt, end] = [this.#readAt ?? 0, this.#end ?? 0];
    this.#late = 0;
    this.#heard = timestampAhead(end, readAt) < 0 ? end : readAt;
    this.#readAt = (readAt - Math.ceil(samples / FRAME_SAMPLES) * FRAME_SAMPLES) >>> 0;
  }

  /** A timestamp further ahead is of another clock. */
  get #farthest(): number {
    return (3 * this.delayFrames + 1) * FRAME_SAMPLES;
  }

  #restart(packet: BufferedRtp, law: Law): void {
    this.#synchronize(packet);
    this.#write(packet, law);
  }

  #synchronize(packet: BufferedRtp): void {
    this.#samples.fill(0);
    this.#ssrc = packet.ssrc;
    this.#readAt = (packet.timestamp - this.delayFrames * FRAME_SAMPLES) >>> 0;
    this.#outOfRange = 0;
    this.#late = 0;
    this.#end = undefined;
    this.#heard = undefined;
  }

  #write({ timestamp, payload }: BufferedRtp, law: Law): void {
    const end = (timestamp + payload.length) >>> 0;
    if (this.#end === undefined || timestampAhead(end, this.#end) > 0) this.#end = end;
    decodeIntoRing(law, payload, this.#samples, timestamp);
  }
}
