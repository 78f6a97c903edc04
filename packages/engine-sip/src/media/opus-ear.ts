import { SAMPLE_RATE } from '@alo/engine-host/audio';
import { clockOf } from './codec.ts';
import { encodeInto } from './g711.ts';
import type { MediaLog } from './media-plane.ts';
import { OpusDecoder } from './opus.ts';
import { RTP_HEADER, type RtpPacket, sequenceAhead, timestampAhead } from './rtp-packet.ts';

/** Ticks of Opus' clock for each of ours. */
const TICKS = clockOf('opus') / SAMPLE_RATE;
/** Of longer gaps nothing is made up: 100 ms, in our samples. */
const MOST_RECOVERED = 800;
/** So many packets a coder wants to have heard before what it says is right. */
const KEPT = 2;
/** A stream that starts again under the same SSRC. */
const JUMP = 3000;

/** A packet that nobody wanted decoded. */
interface Skipped {
  readonly packet: RtpPacket;
  readonly at: number;
}

/** Where what was decoded ends: the packet, its length in our samples, and the timestamp behind it. */
interface Decoded {
  readonly ssrc: number;
  readonly sequence: number;
  readonly samples: number;
  readonly end: number;
}

/** What a party says in Opus, as the packets of A-law that the others get: a clock of 8 kHz, and lost ones made up where that can be. */
export class OpusEar {
  readonly #decoder: OpusDecoder;
  /** The last ones, for whoever begins to listen. */
  #skipped: Skipped[] = [];
  #last: Decoded | undefined;
  /** How their clock is read in ours: these two are the same moment. */
  #same = { ssrc: 0, theirs: 0, ours: 0 };

  constructor(log: MediaLog) {
    this.#decoder = new OpusDecoder(log);
  }

  /** Has a coder made, so that it is there by the first packet. */
  prepare(): void {
    void this.#decoder.isReady;
  }

  close(): void {
    this.#decoder.close();
    this.#skipped = [];
  }

  /** Nobody listens now: the packet, which came at that time, is only kept. */
  skip(packet: RtpPacket, at: number): void {
    this.#last = undefined;
    const payload = Buffer.from(packet.payload);
    this.#skipped = [...this.#skipped.slice(1 - KEPT), { packet: { ...packet, payload }, at }];
  }

  /** What was kept, for who begins to listen: with the times at which it came. */
  catchUp(): { readonly plain: RtpPacket; readonly at: number }[] {
    if (!this.#decoder.isReady) return [];
    const kept = this.#skipped;
    this.#skipped = [];
    return kept.flatMap(({ packet, at }) => this.#hear(packet).map((plain) => ({ plain, at })));
  }

  /** The packet, which came at that time, behind those that were lost before it; nothing for one that comes late. */
  hear(packet: RtpPacket, at: number): RtpPacket[] {
    if (!this.#decoder.isReady) {
      this.skip(packet, at);
      return [];
    }
    this.catchUp();
    return this.#hear(packet);
  }

  #hear(packet: RtpPacket): RtpPacket[] {
    const last = this.#last;
    const ahead = last?.ssrc === packet.ssrc ? sequenceAhead(packet.sequence, last.sequence) : JUMP;
    if (ahead <= 0 && ahead > -JUMP) return [];
    const recovered = last !== undefined && ahead > 1 && ahead < JUMP ? this.#recover(packet, last, ahead - 1) : [];
    const samples = packet.payload.length === 0 ? nothing : this.#decoder.decode(packet.payload);
    if (samples.length === 0) return recovered;
    const { ssrc, sequence, timestamp } = packet;
    this.#last = { ssrc, sequence, samples: samples.length, end: (timestamp + samples.length * TICKS) >>> 0 };
    return [...recovered, this.#plain(packet, sequence, timestamp, samples)];
  }

  /** Where the gap is as long as the lost packets would be. A pause in which nothing was sent (DTX) is none. */
  #recover(next: RtpPacket, { sequence, samples, end }: Decoded, lost: number): RtpPacket[] {
    const gap = timestampAhead(next.timestamp, end) / TICKS;
    if (gap !== lost * samples || gap > MOST_RECOVERED) return [];
    return Array.from({ length: lost }).flatMap((_, i) => {
      const isNextToKnown = i === lost - 1 && next.payload.length > 0;
      const heard = this.#decoder.recover(samples, isNextToKnown ? next.payload : undefined);
      if (heard.length === 0) return [];
      return [this.#plain(next, (sequence + 1 + i) & 0xffff, (end + i * samples * TICKS) >>> 0, heard)];
    });
  }

  #plain({ ssrc, payloadType, marker }: RtpPacket, sequence: number, theirs: number, samples: Int16Array): RtpPacket {
    const bytes = Buffer.allocUnsafe(RTP_HEADER + samples.length);
    encodeInto('pcma', samples, bytes, RTP_HEADER);
    const timestamp = this.#ours(ssrc, theirs);
    return { bytes, payloadType, marker, ssrc, sequence, timestamp, payload: bytes.subarray(RTP_HEADER) };
  }

  /** Theirs goes round at another time than a sixth of it would, so it is followed in steps. */
  #ours(ssrc: number, theirs: number): number {
    if (this.#same.ssrc !== ssrc) this.#same = { ssrc, theirs, ours: Math.floor(theirs / TICKS) };
    const steps = Math.floor(timestampAhead(theirs, this.#same.theirs) / TICKS);
    const ours = (this.#same.ours + steps) >>> 0;
    this.#same = { ssrc, theirs: (this.#same.theirs + steps * TICKS) >>> 0, ours };
    return ours;
  }
}

const nothing = new Int16Array(0);
